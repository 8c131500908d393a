import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { type ArticleFields, createFieldReader, createWeigher, type Entry, listEntries } from './entries.ts';
import { impactOf, inverseFrequency, type Slots, slotOf } from './impact.ts';
import { encodeIndex } from './index-file.ts';
import { packKeywords } from './keywords.ts';
import { createArticleCounter, packPostings } from './postings.ts';

/** The bytes of an index file in one piece. */
export function buildIndex(articles: readonly Searchable[]): Uint8Array {
  return Buffer.concat(buildIndexParts(articles));
}

/**
 * Builds the index file of some articles, in parts to be written one after the other; the same articles always give the
 * same bytes.
 *
 * FlexSearch is the inverted index that searches it: what is made here are its posting lists, every term of an entry in
 * the slot of its BM25F impact, so that a list comes out ordered by impact and search only has to add up.
 * @param reader of indexes that share sections
 */
export function buildIndexParts(articles: readonly Searchable[], reader = createFieldReader()): Uint8Array[] {
  const { lists, terms, articleOfEntry } = listPostings(articles.map(reader.read), reader.terms);
  const matches = lists.map(createArticleCounter(articleOfEntry));
  const idf = matches.map((count) => inverseFrequency(count, articles.length));
  return encodeIndex({
    ...packArticles(articles),
    terms: Buffer.from(terms.join('\n')),
    ...packPostings(lists, matches, articleOfEntry.length),
    keywords: packKeywords(lists, idf, articleOfEntry.length),
  });
}

export interface PostingLists {
  /** Sorted. */
  terms: readonly string[];
  /** One for each term. */
  lists: readonly Slots[];
  articleOfEntry: readonly number[];
}

/**
 * The posting lists that `add` of a FlexSearch `Index` would make, with `score` giving the slot (build.test.ts compares
 * them), in a quarter of its time: it looks every term up by its text, for every entry again.
 */
export function listPostings(articles: readonly ArticleFields[], termOf: readonly string[]): PostingLists {
  const averages = averageLengths(articles);
  const weigh = createWeigher();
  const articleOfEntry: number[] = [];
  const slotsOfTerm = new Map<number, number[][]>();
  const slotsOf = (term: number): number[][] => {
    const known = slotsOfTerm.get(term);
    if (known) return known;
    const slots: number[][] = [];
    slotsOfTerm.set(term, slots);
    return slots;
  };
  articles.forEach((article, number) => {
    for (const entry of listEntries(article)) {
      const relativeLength = entry.length / averages[entry.kind];
      weigh(entry, (term, frequency) => {
        const slots = slotsOf(term);
        const slot = slotOf(impactOf(frequency, relativeLength));
        const entries = slots[slot];
        if (entries) entries.push(articleOfEntry.length);
        else slots[slot] = [articleOfEntry.length];
      });
      articleOfEntry.push(number);
    }
  });
  const sorted = [...slotsOfTerm]
    .map(([term, slots]) => ({ term: termOf[term] ?? '', slots }))
    .sort((a, b) => (a.term < b.term ? -1 : 1));
  return {
    terms: sorted.map(({ term }) => term),
    lists: sorted.map(({ slots }): Slots => Array.from(slots, (entries) => entries ?? [])),
    articleOfEntry,
  };
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
