import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildIndex } from './build.ts';
import type { Searchable } from './engine.ts';
import { prepareReader } from './entries.ts';
import { openIndex } from './flexsearch-engine.ts';
import { encodeIndex } from './index-file.ts';
import { mergeSegments } from './merge-segments.ts';
import { buildSegment, splitIntoSegments } from './segment.ts';

const words = 'moss stone wall roof IL-10 RateLimit the mean reciprocal rank Straße größer glacier'.split(' ');
const text = fc.array(fc.constantFrom(...words, '.', '\n'), { maxLength: 20 }).map((all) => all.join(' '));
const section = fc.record({ id: fc.constant('part'), heading: text, text });
const article = fc.record({
  title: text,
  description: text,
  sections: fc.array(section, { maxLength: 3 }),
  language: fc.constantFrom('en', 'de'),
});
const library = fc
  .array(article, { maxLength: 6 })
  .map((all) =>
    all.map((one, at): Searchable => ({ ...one, slug: `article-${at}`, tags: [], authors: [], questions: [] })),
  );
const synonyms = [{ term: 'mean reciprocal rank', aliases: ['MRR'] }];

function merge(parts: readonly (readonly Searchable[])[]) {
  const newReader = prepareReader(synonyms, 'en');
  return mergeSegments(parts.map((articles) => buildSegment(articles, newReader())));
}

it('gives the same bytes from many segments as from one', () => {
  fc.assert(
    fc.property(library, fc.array(fc.nat(6)), (articles, cuts) => {
      const ends = [...cuts, articles.length].sort((a, b) => a - b);
      const parts = ends.map((end, at) => articles.slice(ends[at - 1] ?? 0, end)).filter(({ length }) => length > 0);
      const { blocks, languages } = merge(parts.length > 0 ? parts : [[]]);
      const whole = buildIndex(articles, prepareReader(synonyms, 'en')());
      expect(Buffer.compare(Buffer.concat([...encodeIndex(blocks, languages)]), whole)).toBe(0);
    }),
  );
});

it('counts how many entries have a word, of the articles that count', () => {
  const read = (slug: string, title: string): Searchable => ({
    ...{ slug, title, description: '', tags: [], authors: [], questions: [] },
    sections: [{ id: null, heading: '', text: 'Stone.' }],
  });
  const segments = [[read('one', 'Moss stone'), read('two', 'Glacier')], [read('three', 'Moss')]].map((articles) =>
    buildSegment(articles, prepareReader([], 'en')(), ({ slug }) => slug !== 'two'),
  );
  expect(mergeSegments(segments).commonWords()).toEqual(['stone', 'moss']);
});

it('gives the same hits, scores and confidence with an article that does not count as without it', () => {
  const question = fc.array(fc.constantFrom(...words, 'mos', 'MRR'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(library, article, fc.nat(6), question, (others, withheld, at, asked) => {
      const hidden: Searchable = { ...withheld, slug: 'withheld', tags: [], authors: [], questions: [] };
      const isVisible = (slug: string) => slug !== 'withheld';
      const isCounted = ({ slug }: Searchable) => isVisible(slug);
      const reader = prepareReader(synonyms, 'en');
      const [without, beside] = [others, others.toSpliced(at, 0, hidden)].map((articles) =>
        openIndex(buildIndex(articles, reader(), isCounted)).search({
          ...{ text: asked.join(' '), limit: 10, minScore: 0, isVisible, hasNext: true },
        }),
      );
      expect(beside).toEqual(without);
    }),
  );
});

it('changes one or two segments when an article is added, and none when one is changed', () => {
  const numbers = Array.from({ length: 2_000 }, (_, at) => at * 7);
  const split = (parts: readonly number[]) =>
    splitIntoSegments(parts, (part) => Math.imul(part, 0x9e3779b1) >>> 0).map((segment) => segment.join());
  const before = new Set(split(numbers));
  expect(before.size).toBeGreaterThan(10);
  for (const at of [0, 500, 1_999])
    expect(split(numbers.toSpliced(at, 0, 5)).filter((segment) => !before.has(segment)).length).toBeLessThan(3);
});
