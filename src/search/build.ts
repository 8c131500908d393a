import { Index } from 'flexsearch';
import { analyse } from './analyse.ts';
import type { Searchable } from './engine.ts';
import { impactOf, type Slots, slotOf } from './impact.ts';
import { analyserHash, type SearchIndexFile, sha256 } from './index-file.ts';
import { packKeywords } from './keywords.ts';
import { packPostings } from './postings.ts';
import { settings } from './settings.ts';

interface Entry {
  /** Field-weighted occurrences by term. */
  frequencies: Map<string, number>;
  length: number;
  isSection: boolean;
}

/**
 * Builds the index of some articles; the same articles always give the same bytes.
 *
 * FlexSearch is the inverted index: its `score` option puts every term of an entry in the slot of its BM25F impact,
 * so a posting list comes out ordered by impact and search only has to add up.
 */
export function buildIndex(articles: readonly Searchable[]): SearchIndexFile {
  const averageLength = readAverageLength(articles);
  let slots = new Map<string, number>();
  const index = new Index({
    tokenize: 'strict',
    resolution: settings.slots,
    // FlexSearch's own encoder caches by the clock, which makes builds differ: terms come ready, one a line.
    encode: (terms) => terms.split('\n'),
    score: (_terms, term) => slots.get(term) ?? settings.slots - 1,
  });
  const terms = new Set<string>();
  let entryCount = 0;
  for (const article of articles) {
    for (const { frequencies, length, isSection } of entriesOf(article)) {
      // A title is no passage: being short says nothing about how much it is about its words.
      const relativeLength = (isSection ? length : Math.max(length, averageLength)) / averageLength;
      slots = new Map([...frequencies].map(([term, frequency]) => [term, slotOf(impactOf(frequency, relativeLength))]));
      for (const term of slots.keys()) terms.add(term);
      index.add(entryCount++, [...slots.keys()].join('\n'));
    }
  }
  const sorted = [...terms].sort();
  // FlexSearch leaves out the slots that stay empty.
  const lists = sorted.map(
    (term): Slots => Array.from(index.search(term, { resolve: false }).result, (entries) => entries ?? []),
  );
  return {
    format: 1,
    analyser: analyserHash(),
    contentHash: sha256(JSON.stringify(articles)),
    terms: sorted.join('\n'),
    postings: packPostings(lists),
    keywords: packKeywords(lists, entryCount, articles.length),
    articles: [...articles],
  };
}

function readAverageLength(articles: readonly Searchable[]): number {
  let sections = 0;
  let total = 0;
  for (const article of articles) {
    for (const { length, isSection } of entriesOf(article)) {
      if (!isSection) continue;
      sections++;
      total += length;
    }
  }
  return Math.max(1, total / Math.max(1, sections));
}

/** The entries of one article in their order: title and description first, then the sections. */
function entriesOf(article: Searchable): Entry[] {
  const title = analyse(article.title);
  const summary = analyse([article.description, ...article.tags, ...article.authors].join(' '));
  const front = entryOf({ title, heading: [], text: summary, isSection: false });
  return [
    front,
    ...article.sections.map(({ heading, text }) =>
      entryOf({ title, heading: analyse(heading), text: analyse(text), isSection: true }),
    ),
  ];
}

function entryOf(parts: { title: string[]; heading: string[]; text: string[]; isSection: boolean }): Entry {
  const frequencies = new Map<string, number>();
  const fields = [
    [parts.title, settings.titleWeight],
    [parts.heading, settings.headingWeight],
    [parts.text, 1],
  ] as const;
  for (const [terms, weight] of fields) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
  }
  return {
    frequencies,
    length: parts.title.length + parts.heading.length + parts.text.length,
    isSection: parts.isSection,
  };
}
