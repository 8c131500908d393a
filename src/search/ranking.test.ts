import { expect, it } from 'vitest';
import { openArticles } from './article-table.ts';
import { buildIndex } from './build.ts';
import { openForward } from './forward.ts';
import { decodeIndex } from './index-file.ts';
import { openInvertedIndex } from './inverted-index.ts';
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
  const opened = decodeIndex(buildIndex(articles));
  const terms = opened.text('terms').split('\n');
  const ranking = createRanking(openArticles(opened), openForward(opened));
  const find = openInvertedIndex(opened);
  return (words: readonly string[]) => {
    ranking.clear(words.length);
    for (const word of words) ranking.add(find(word), { term: terms.indexOf(word), weight: 1 });
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
