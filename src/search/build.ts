import type { Searchable } from './engine.ts';
import { createEntryReader } from './entries.ts';
import { encodeIndex } from './index-file.ts';
import { mergeSegments } from './merge-segments.ts';
import { buildSegment } from './segment.ts';

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
  const { blocks, languages } = mergeSegments([buildSegment(articles, reader, isCounted)]);
  return Buffer.concat([...encodeIndex(blocks, languages)]);
}
