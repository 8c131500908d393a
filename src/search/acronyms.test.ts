import { describe, expect, it } from 'vitest';
import { learnAcronyms } from './acronyms.ts';
import { buildIndex } from './build.ts';
import { createEntryReader } from './entries.ts';
import { openIndex } from './flexsearch-engine.ts';

const pairs = (...texts: string[]) => learnAcronyms(texts).map(({ term, aliases }) => `${term} = ${aliases}`);

describe('an acronym', () => {
  it('is learned where a text introduces it, both ways', () => {
    expect(pairs('Ranked by mean reciprocal rank (MRR) and more.')).toEqual([
      'mean reciprocal rank = MRR',
      'MRR = mean reciprocal rank',
    ]);
    expect(pairs('Agents ask application-programming interfaces (APIs).')[0]).toBe(
      'application programming interfaces = API',
    );
  });

  it('may leave out small words, and none that is not before it', () => {
    expect(pairs('the cost of a loss of signal (LOS) here')[0]).toBe('loss of signal = LOS');
    expect(pairs('a table of all that was measured (SQL)', 'one thing (HTTP)', 'see below (A)')).toEqual([]);
  });

  it('with two meanings is left alone', () => {
    expect(pairs('a rapid test (RT) and', 'the response time (RT) is')).toEqual([]);
  });

  it('finds what has only its long form, and the other way round', () => {
    const article = (slug: string, text: string) => ({
      slug,
      title: `About ${slug}`,
      description: 'A text about something.',
      tags: [],
      authors: [],
      questions: [],
      sections: [{ id: 'one', heading: 'One', text }],
    });
    const texts = ['We use mean reciprocal rank (MRR).', 'Mean reciprocal rank was low.', 'MRR was low.'];
    const articles = texts.map((text, at) => article(`a${at}`, text));
    const engine = openIndex(buildIndex(articles, createEntryReader(learnAcronyms(texts))));
    const find = (text: string) => engine.search({ text, limit: 9, isVisible: () => true }).map(({ slug }) => slug);
    expect(find('MRR').sort()).toEqual(['a0', 'a1', 'a2']);
    expect(find('mean reciprocal rank').sort()).toEqual(['a0', 'a1', 'a2']);
  });
});
