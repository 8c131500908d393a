import { Index } from 'flexsearch';
import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { type ArticleFields, createFieldReader, createWeigher, type Entry, listEntries } from './entries.ts';
import { impactOf, inverseFrequency, type Slots, slotOf } from './impact.ts';
import { encodeIndex } from './index-file.ts';
import { packKeywords } from './keywords.ts';
import { createArticleCounter, packPostings } from './postings.ts';
import { settings } from './settings.ts';

/** What FlexSearch is given as text; no term has a line feed. */
const entryAtHand = '\n';

/** The bytes of an index file in one piece. */
export function buildIndex(articles: readonly Searchable[]): Uint8Array {
  return Buffer.concat(buildIndexParts(articles));
}

/**
 * Builds the index file of some articles, in parts to be written one after the other; the same articles always give the
 * same bytes.
 *
 * FlexSearch is the inverted index: its `score` option puts every term of an entry in the slot of its BM25F impact,
 * so a posting list comes out ordered by impact and search only has to add up.
 * @param reader of indexes that share sections
 */
export function buildIndexParts(articles: readonly Searchable[], reader = createFieldReader()): Uint8Array[] {
  const fields = articles.map(reader.read);
  const averages = averageLengths(fields);
  const articleOfEntry: number[] = [];
  const seen = new Set<number>();
  let terms: string[] = [];
  let slots: number[] = [];
  const index = new Index({
    tokenize: 'strict',
    resolution: settings.slots,
    // FlexSearch's own encoder caches by the clock, which makes builds differ. Here it stands for the terms of the entry at hand.
    encode: (text) => (text === entryAtHand ? terms : [text]),
    score: (_terms, _term, at) => slots[at] ?? settings.slots - 1,
  });
  const weigh = createWeigher();
  fields.forEach((article, number) => {
    for (const entry of listEntries(article)) {
      const relativeLength = entry.length / averages[entry.kind];
      terms = [];
      slots = [];
      weigh(entry, (term, frequency) => {
        seen.add(term);
        terms.push(reader.terms[term] ?? '');
        slots.push(slotOf(impactOf(frequency, relativeLength)));
      });
      index.add(articleOfEntry.length, entryAtHand);
      articleOfEntry.push(number);
    }
  });

  const sorted = [...seen].map((term) => reader.terms[term] ?? '').sort();
  // FlexSearch leaves out the slots that stay empty.
  const lists = sorted.map(
    (term): Slots => Array.from(index.search(term, { resolve: false }).result, (entries) => entries ?? []),
  );
  const matches = lists.map(createArticleCounter(articleOfEntry));
  const idf = matches.map((count) => inverseFrequency(count, articles.length));
  return encodeIndex({
    ...packArticles(articles),
    terms: Buffer.from(sorted.join('\n')),
    ...packPostings(lists, matches, articleOfEntry.length),
    keywords: packKeywords(lists, idf, articleOfEntry.length),
  });
}

function averageLengths(articles: readonly ArticleFields[]): Record<Entry['kind'], number> {
  const totals = { whole: 0, section: 0 };
  let sections = 0;
  for (const article of articles) {
    sections += article.sections.length;
    for (const { kind, length } of listEntries(article)) totals[kind] += length;
  }
  return { whole: totals.whole / articles.length || 1, section: totals.section / sections || 1 };
}
