import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { createEntryReader, type EntryReader } from './entries.ts';
import { packForward } from './forward.ts';
import { encodeIndex } from './index-file.ts';
import { packPostings } from './inverted-index.ts';
import { listSpellings, packSpellings } from './spelling-index.ts';

/** The bytes of an index file in one piece. */
export function buildIndex(articles: readonly Searchable[], reader = createEntryReader()): Uint8Array {
  return Buffer.concat(buildIndexParts(articles, reader));
}

/**
 * Builds the index file of some articles, in parts to be written one after the other; the same articles always give the
 * same bytes. FlexSearch is the inverted index, and what it imports is part of the file.
 * @param reader shared by indexes that have sections in common
 */
export function buildIndexParts(articles: readonly Searchable[], reader = createEntryReader()): Uint8Array[] {
  return encodeIndex(buildBlocks(articles, reader), reader.languages());
}

/** Builds the named blocks of an index. */
export function buildBlocks(articles: readonly Searchable[], reader: EntryReader): Map<string, Uint8Array> {
  const read = articles.map(reader.read);
  const entries = read.flat();
  const { blocks, order } = packForward(read, reader);
  const postings = packPostings(entries, { reader, order });
  const spellings = packSpellings(listSpellings(entries, reader));
  return new Map([...packArticles(articles), ...blocks, ...postings, ...spellings]);
}
