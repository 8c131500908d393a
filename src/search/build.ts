import type { Searchable } from './engine.ts';
import { createEntryReader, type EntryReader } from './entries.ts';
import { encodeIndex } from './index-file.ts';
import { mergeSegments } from './merge-segments.ts';
import type { MergedTerms } from './merge-terms.ts';
import { buildSegment } from './segment.ts';
import { packSpellings } from './spelling-index.ts';
import { writeSqliteIndex } from './sqlite-engine.ts';

/**
 * Builds the index file of some articles in memory; the same articles always give the same bytes. FlexSearch is the
 * inverted index, and what it imports is part of the file.
 * @param reader shared by indexes that have sections in common
 * @param isCounted see `buildSegment`
 */
export function buildIndex(
  articles: readonly Searchable[],
  reader = createEntryReader(),
  isCounted?: (article: Searchable) => boolean,
): Uint8Array {
  const { blocks, languages } = completeIndex(buildSegment(articles, reader, isCounted));
  return Buffer.concat([...encodeIndex(blocks, languages)]);
}

/** Builds an index as a new SQLite file; the same articles give the same bytes. */
export function buildSqliteIndex(articles: readonly Searchable[], path: string, reader?: EntryReader): void {
  writeSqliteIndex(path, completeIndex(buildSegment(articles, reader ?? createEntryReader())));
}

/** Makes the only file of an index of one segment. */
export function completeIndex(segment: Uint8Array): MergedTerms {
  const { articles, terms } = mergeSegments([segment]);
  return { ...terms, blocks: new Map([...articles, ...terms.blocks, ...packSpellings(terms.words.lines)]) };
}
