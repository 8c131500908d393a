import { expect, it } from 'vitest';
import { openAllTables } from '../../tests/support/index-tables.ts';
import { buildIndex } from './build.ts';
import { createRanking } from './ranking.ts';

function open(texts: readonly (readonly string[])[]) {
  const articles = texts.map((sections, number) => ({
    slug: `article-${number}`,
    title: '',
    description: '',
    tags: [],
    authors: [],
    questions: [],
    sections: sections.map((text, at) => ({ id: `section-${at}`, heading: '', text })),
  }));
  const tables = openAllTables({ source: buildIndex(articles) });
  const ranking = createRanking(tables, tables);
  return (words: readonly string[]) => {
    ranking.clear(words.length);
    for (const word of words) {
      const term = tables.numberOf(word) ?? -1;
      ranking.add(tables.readList(term), { term, weight: 1 });
    }
    return ranking.best(10, () => true);
  };
}

it('takes the best section of each article, wherever the words of other sections and articles are', () => {
  const rank = open([
    ['stone', 'moss moss', 'moss roof'],
    ['stone', 'stone'],
    ['moss roof', 'moss', 'moss moss moss'],
    ['roof'],
  ]);
  const best = rank(['moss', 'roof']);
  // Entry 0 is the head of the first article, 7 that of the third.
  expect(best.map(({ article, entry }) => [article, entry])).toEqual([
    [2, 8],
    [0, 3],
    [3, 12],
  ]);
  // Nothing of a question is left for the next one.
  expect(rank(['moss', 'roof'])).toEqual(best);
});

it('puts an article first that has the words together in one section', () => {
  const rank = open([
    ['moss stone', 'roof stone', 'stone'],
    ['stone', 'moss roof', 'stone stone'],
  ]);
  expect(rank(['moss', 'roof']).map(({ article, entry }) => [article, entry])).toEqual([
    [1, 6],
    [0, 1],
  ]);
});
