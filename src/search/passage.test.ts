import { describe, expect, it } from 'vitest';
import { choosePassage } from './passage.ts';
import { splitSentences } from './sentences.ts';

const weights = new Map([
  ['heat', 2],
  ['wing', 1],
]);

function quote(text: string): string | undefined {
  const sentences = splitSentences(text).map((sentence) => ({
    ...sentence,
    terms: new Set([...weights.keys()].filter((word) => new RegExp(`\\b${word}`, 'i').test(sentence.text))),
  }));
  return choosePassage(sentences, weights)?.text;
}

describe('a passage', () => {
  it('is the sentence that carries the most of the question', () => {
    expect(quote('The sun shines on the whole of the long coast. Heat moves through the metal of the plane!')).toBe(
      'Heat moves through the metal of the plane!',
    );
  });

  it('takes the next sentence along when that carries more, and one without any only when it is short', () => {
    expect(quote('Heat moves through it for as long as it flies. Wings bend.')).toBe(
      'Heat moves through it for as long as it flies. Wings bend.',
    );
    expect(quote('A long first sentence about something else. Heat. Another one that is not asked for.')).toBe(
      'Heat. Another one that is not asked for.',
    );
    expect(quote('Heat moves through the metal of the plane! Nothing else is asked for.')).toBe(
      'Heat moves through the metal of the plane!',
    );
  });

  it('is never a row of a table, and a fragment only where no sentence says as much', () => {
    expect(quote('Part | Heat | Wing\nThe wing of a plane bends a little in the wind.')).toBe(
      'The wing of a plane bends a little in the wind.',
    );
    expect(quote('Heat | Wing')).toBeUndefined();
    expect(quote('Heat of the outer skin and of the engine\nIt is the heat that makes the metal weak.')).toBe(
      'It is the heat that makes the metal weak.',
    );
  });

  it('is the beginning when no word of the question is in the text, and nothing of nothing', () => {
    expect(quote('Version 2.1 is out since the spring of the year. Then more.')).toBe(
      'Version 2.1 is out since the spring of the year.',
    );
    expect(quote('')).toBeUndefined();
  });

  it('does not take the number of a list item for a sentence', () => {
    expect(quote('5. Say what the heat costs in the end, and to whom. 6. Say when.')).toBe(
      '5. Say what the heat costs in the end, and to whom.',
    );
  });

  it('ends sentences in scripts without spaces', () => {
    expect(splitSentences('今日は晴れ。大学に行く。').map(({ text }) => text)).toEqual([
      '今日は晴れ。',
      '大学に行く。',
    ]);
  });

  it('is shortened at a space when it is too long', () => {
    const passage = quote(`heat ${'word '.repeat(200)}.`) ?? '';
    expect(passage.length).toBeLessThanOrEqual(303);
    expect(passage.endsWith('word …')).toBe(true);
  });
});
