import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { createEntryReader, type EntryReader } from './entries.ts';
import { packKeywords } from './feedback.ts';
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
  const entries = articles.map(reader.read);
  const all = entries.flat();
  const forward = packForward({ articles, entries }, reader);
  const postings = packPostings(all, { reader, order: forward.order });
  const spellings = packSpellings(listSpellings(all, reader));
  const blocks = new Map([...packArticles(articles), ...forward.blocks, ...postings, ...spellings]);
  return blocks.set('keywords', packKeywords({ entries, reader, blocks, numberOf: forward.numberOf }));
}
