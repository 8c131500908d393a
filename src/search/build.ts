import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { createEntryReader, type Entry } from './entries.ts';
import { createForwardWriter } from './forward.ts';
import { slotOf } from './impact.ts';
import { encodeIndex } from './index-file.ts';
import { createIndexBuilder } from './inverted-index.ts';
import { settings } from './settings.ts';

/** The bytes of an index file in one piece. */
export function buildIndex(articles: readonly Searchable[], reader = createEntryReader()): Uint8Array {
  return Buffer.concat(buildIndexParts(articles, reader));
}

/**
 * Builds the index file of some articles, in parts to be written one after the other; the same articles always give the
 * same bytes.
 *
 * FlexSearch is the inverted index: it is given the terms of every entry and, by its `score`, the slot of each, so that in
 * its lists the entries that use a word most come first. What it exports is what is shipped.
 * @param reader of indexes that share sections
 */
export function buildIndexParts(articles: readonly Searchable[], reader = createEntryReader()): Uint8Array[] {
  const vocabulary = createOwnVocabulary(reader.terms);
  const forward = createForwardWriter();
  const postings = createIndexBuilder();
  const count = createCounter();
  let entries = 0;
  for (const article of articles) {
    const { head, sections } = reader.read(article);
    const read = [head, ...sections].map((entry) => ({ ...entry, terms: entry.terms.map(vocabulary.numberOf) }));
    for (const entry of read) {
      const { terms, frequencies } = count(entry);
      const words = terms.map((number) => vocabulary.terms[number] ?? '');
      postings.add(entries++, words, frequencies.map(slotOf));
    }
    forward.write(read);
  }
  const { articles: facts, texts } = packArticles(articles);
  const terms = Buffer.from(vocabulary.terms.join('\n'));
  return encodeIndex(
    new Map([['articles', facts], ['texts', texts], ['terms', terms], ...forward.blocks(), ...postings.export()]),
  );
}

/** Numbers the terms of one index by themselves: words of another index that the reader has read must not show in it. */
function createOwnVocabulary(termOf: readonly string[]) {
  const terms: string[] = [];
  const numbers: number[] = [];
  return {
    terms,
    numberOf: (shared: number): number => (numbers[shared] ??= terms.push(termOf[shared] ?? '') - 1),
  };
}

/** The distinct terms of an entry, and how often it has each, weighted by field. */
function createCounter(): (entry: Entry) => { terms: readonly number[]; frequencies: readonly number[] } {
  const places: number[] = [];
  return ({ terms, sentences }) => {
    const distinct: number[] = [];
    const frequencies: number[] = [];
    let at = 0;
    for (const { kind, termEnd } of sentences) {
      const weight = settings.fieldWeights[kind];
      for (; at < termEnd; at++) {
        const term = terms[at] ?? 0;
        const place = places[term] ?? 0;
        if (distinct[place] === term) frequencies[place] = (frequencies[place] ?? 0) + weight;
        else {
          places[term] = distinct.push(term) - 1;
          frequencies.push(weight);
        }
      }
    }
    return { terms: distinct, frequencies };
  };
}
