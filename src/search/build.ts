import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { countTerms, createEntryReader, type EntryReader } from './entries.ts';
import { createForwardWriter } from './forward.ts';
import { encodeIndex } from './index-file.ts';
import { createIndexBuilder } from './inverted-index.ts';
import { listSpellings, packSpellings } from './spelling-index.ts';

/** The bytes of an index file in one piece. */
export function buildIndex(articles: readonly Searchable[], reader = createEntryReader()): Uint8Array {
  return Buffer.concat(buildIndexParts(articles, reader));
}

/**
 * Builds the index file of some articles, in parts to be written one after the other; the same articles always give the
 * same bytes. FlexSearch is the inverted index, and its export is part of the file.
 * @param reader shared by indexes that have sections in common
 */
export function buildIndexParts(articles: readonly Searchable[], reader = createEntryReader()): Uint8Array[] {
  return encodeIndex(buildBlocks(articles, reader), reader.languages());
}

/** Builds the named blocks of an index. */
export function buildBlocks(articles: readonly Searchable[], reader: EntryReader): Map<string, Uint8Array> {
  const forward = createForwardWriter(reader.terms);
  const postings = createIndexBuilder(reader.terms);
  // One thing at a time: what each of them looks up stays in the processor's cache.
  const read = articles.map(reader.read);
  for (const entry of read.flat()) postings.add(countTerms(entry));
  for (const entries of read) forward.write(entries);
  const spellings = packSpellings(listSpellings(read.flat(), reader));
  return new Map([...packArticles(articles), ...forward.blocks(), ...postings.export(), ...spellings]);
}
