import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinFiles } from '../../tests/support/index-files.ts';
import { analyseArticle } from './analysed-article.ts';
import { buildIndex } from './build.ts';
import type { Searchable } from './engine.ts';
import { prepareReader } from './entries.ts';
import { openIndex, openIndexFiles, type StoredEngine } from './flexsearch-engine.ts';
import { encodeIndex, toNumbers } from './index-file.ts';
import { type MergedSegments, mergeSegments } from './merge-segments.ts';
import { settings } from './ranking-weights.ts';
import { hashTerms, indexSynonyms } from './relevant-synonyms.ts';
import { buildSegment, splitIntoFiles, splitIntoGroups } from './segment.ts';

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
      const encode = ({ articles, terms }: MergedSegments) =>
        Buffer.concat([...encodeIndex(new Map([...articles, ...terms.blocks]), terms.languages)]);
      expect(Buffer.compare(encode(merge(parts.length > 0 ? parts : [[]])), encode(merge([articles])))).toBe(0);
    }),
  );
});

it('gives the same bytes from all synonyms as from those that a segment may have', () => {
  const word = fc.constantFrom(...words);
  const synonym = fc.record({
    term: fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
    aliases: fc.array(word, { minLength: 1, maxLength: 2 }),
  });
  let left = 0;
  fc.assert(
    fc.property(library, fc.array(synonym, { maxLength: 12 }), (articles, all) => {
      const hashes = hashTerms(articles.map((article) => analyseArticle(article, 'en')));
      const relevant = indexSynonyms(all, 'en')(toNumbers(hashes));
      left += all.length - relevant.length;
      const [one, other] = [all, relevant].map((given) => buildSegment(articles, prepareReader(given, 'en')()));
      expect(Buffer.compare(one ?? Buffer.of(), other ?? Buffer.of(0))).toBe(0);
    }),
  );
  expect(left).toBeGreaterThan(50);
});

it('counts how many entries have a word, of the articles that count', () => {
  const read = (slug: string, title: string): Searchable => ({
    ...{ slug, title, description: '', tags: [], authors: [], questions: [] },
    sections: [{ id: null, heading: '', text: 'Stone.' }],
  });
  const segments = [[read('one', 'Moss stone'), read('two', 'Glacier')], [read('three', 'Moss')]].map((articles) =>
    buildSegment(articles, prepareReader([], 'en')(), ({ slug }) => slug !== 'two'),
  );
  expect(mergeSegments(segments).terms.words.common()).toEqual(['stone', 'moss']);
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

it('gives the same hits, scores and confidence from several files as from one', () => {
  const question = fc.array(fc.constantFrom(...words, 'mos', 'MRR', '"the mean"'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(library, fc.array(fc.nat(6)), question, (articles, cuts, asked) => {
      const ends = [...cuts, articles.length].sort((a, b) => a - b);
      const files = ends
        .map((end, at) => [articles.slice(ends[at - 1] ?? 0, end)])
        .filter(([{ length } = []]) => length);
      const newReader = prepareReader(synonyms, 'en');
      const [one, several] = [
        openIndex(buildIndex(articles, newReader())),
        openIndexFiles(joinFiles(files, newReader)),
      ];
      const query = { text: asked.join(' '), minScore: 0, isVisible: () => true, hasNext: true, hasContext: true };
      const quick = { ...query, isQuick: true, limit: 10 };
      expect(several.search(quick)).toEqual(one.search(quick));
      // Which words the first answers add to a question depends on how common they are in a file. They change neither
      // these answers nor their scores, but which of their sections is quoted.
      const widened = { ...query, limit: settings.feedback.anchored };
      const judge = (engine: StoredEngine) =>
        engine.search(widened).map(({ slug, score, confidence, terms }) => ({ slug, score, confidence, terms }));
      expect(judge(several)).toEqual(judge(one));
    }),
  );
});

it('splits a small library into one file, and a large one into no more than some', () => {
  const countFiles = (count: number) =>
    splitIntoFiles(Array.from({ length: count }, (_, at) => ({ slug: `article-${at}` }))).length;
  expect([0, 1, 256].map(countFiles)).toEqual([1, 1, 1]);
  expect(countFiles(2_000)).toBeGreaterThan(3);
  expect([5_000, 20_000, 100_000].map(countFiles).every((files) => files > 6 && files < 40)).toBe(true);
});

it('changes one or two segments when an article is added, and none when one is changed', () => {
  const numbers = Array.from({ length: 2_000 }, (_, at) => at * 7);
  const split = (parts: readonly number[]) =>
    splitIntoGroups(parts, { usual: 16, hashOf: (part) => Math.imul(part, 0x9e3779b1) >>> 0 }).map((group) =>
      group.join(),
    );
  const before = new Set(split(numbers));
  expect(before.size).toBeGreaterThan(10);
  for (const at of [0, 500, 1_999])
    expect(split(numbers.toSpliced(at, 0, 5)).filter((segment) => !before.has(segment)).length).toBeLessThan(3);
});
