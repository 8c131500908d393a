import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { type ArticleFields, createFieldReader, createWeigher, type Entry, listEntries } from './entries.ts';
import { impactOf, impactOfSlot, inverseFrequency, type Slots, slotOf } from './impact.ts';
import { encodeIndex } from './index-file.ts';
import { createKeywordPacker } from './keywords.ts';
import { packPostings } from './postings.ts';

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
  const fields = articles.map(reader.read);
  const { lists, terms, matches, entryCount, keywords } = listPostings(fields, reader.terms);
  return encodeIndex({
    ...packArticles(articles),
    terms: Buffer.from(terms.join('\n')),
    ...packPostings(lists, matches, entryCount),
    keywords,
  });
}

export interface PostingLists extends Dictionary {
  /** One for each term. */
  lists: readonly Slots[];
  entryCount: number;
  /** The characteristic terms of each entry, packed. */
  keywords: Uint8Array;
}

/**
 * The posting lists that `add` of a FlexSearch `Index` would make, with `score` giving the slot (build.test.ts compares
 * them), in a quarter of its time: it looks every term up by its text, for every entry again.
 */
export function listPostings(articles: readonly ArticleFields[], termOf: readonly string[]): PostingLists {
  const averages = averageLengths(articles);
  const { terms, matches, placeOf } = countMatches(articles, termOf);
  const idf = matches.map((count) => inverseFrequency(count, articles.length));
  const lists = terms.map((): number[][] => []);
  const keywords = createKeywordPacker();
  const weigh = createWeigher();
  let entryCount = 0;
  for (const article of articles) {
    for (const entry of listEntries(article)) {
      const relativeLength = entry.length / averages[entry.kind];
      weigh(entry, (number, frequency) => {
        const term = placeOf[number] ?? 0;
        const slot = slotOf(impactOf(frequency, relativeLength));
        const slots = lists[term] ?? [];
        const entries = slots[slot];
        if (entries) entries.push(entryCount);
        else slots[slot] = [entryCount];
        keywords.offer(term, slot, (idf[term] ?? 0) * impactOfSlot(slot));
      });
      keywords.endEntry();
      entryCount++;
    }
  }
  return {
    terms,
    matches,
    lists: lists.map((slots): Slots => Array.from(slots, (entries) => entries ?? [])),
    entryCount,
    keywords: keywords.bytes(),
  };
}

interface Dictionary {
  /** Sorted. */
  terms: readonly string[];
  /** How many articles have each of them. */
  matches: readonly number[];
}

/** The terms that the articles have, out of those that were numbered; `placeOf` a number says where its term is now. */
function countMatches(
  articles: readonly ArticleFields[],
  termOf: readonly string[],
): Dictionary & { placeOf: Uint32Array } {
  const counts = new Uint32Array(termOf.length);
  const lastArticle = new Uint32Array(termOf.length);
  articles.forEach(({ title, summary, sections }, at) => {
    for (const [{ kept, start, end }] of [title, summary, ...sections.flat()]) {
      for (let place = start; place < end; place += 2) {
        const number = kept[place] ?? 0;
        if (lastArticle[number] === at + 1) continue;
        lastArticle[number] = at + 1;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
  });
  const sorted = termOf
    .flatMap((term, number) => (counts[number] === 0 ? [] : [{ term, number }]))
    .sort((a, b) => (a.term < b.term ? -1 : 1));
  const placeOf = new Uint32Array(termOf.length);
  sorted.forEach(({ number }, place) => {
    placeOf[number] = place;
  });
  return {
    terms: sorted.map(({ term }) => term),
    matches: sorted.map(({ number }) => counts[number] ?? 0),
    placeOf,
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
