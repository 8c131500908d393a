import { describe, expect, it } from 'vitest';
import { createSnippets } from './snippet.ts';

const snippetOf = createSnippets(
  new Map([
    ['heat', 2],
    ['wing', 1],
    ['muller', 1],
  ]),
);

describe('createSnippets', () => {
  it('chooses the sentence with the most valuable words', () => {
    expect(snippetOf('A wing bends. Heat moves through it! Wings bend and wings twist.')).toBe(
      'Heat moves through it!',
    );
  });

  it('counts a word once, and only whole words', () => {
    expect(snippetOf('Wing, wing, wing, wing. Reheated. Wheat. The heat.')).toBe('The heat.');
  });

  it('finds words by their stem and without their accents', () => {
    expect(snippetOf('Nothing here. Some heated metal.')).toBe('Some heated metal.');
    expect(snippetOf('Nothing here. By Müller.')).toBe('By Müller.');
  });

  it('gives the first sentence when no word is found, and nothing of nothing', () => {
    expect(snippetOf('Version 2.1 is out. Then more.')).toBe('Version 2.1 is out.');
    expect(snippetOf('')).toBe('');
  });

  it('does not take the number of a list item for a sentence', () => {
    expect(snippetOf('5. Say what it costs. 6. Say when.')).toBe('5. Say what it costs.');
  });

  it('ends sentences at line ends and in scripts without spaces', () => {
    expect(snippetOf('First line\nheat')).toBe('heat');
    expect(createSnippets(new Map([['大学', 1]]))('今日は晴れ。大学に行く。')).toBe('大学に行く。');
  });

  it('shortens a long sentence at a space', () => {
    const snippet = snippetOf(`heat ${'word '.repeat(200)}.`);
    expect(snippet.length).toBeLessThanOrEqual(303);
    expect(snippet.endsWith('word …')).toBe(true);
  });
});
