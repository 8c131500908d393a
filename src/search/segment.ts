import { sha256 } from '../library/digest.ts';
import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import type { EntryReader } from './entries.ts';
import { packCandidates } from './feedback.ts';
import { packForward } from './forward.ts';
import { encodeIndex, toBytes } from './index-file.ts';
import { packPostings } from './inverted-index.ts';
import { hashTexts } from './text-numbers.ts';
import { packWords } from './word-list.ts';

/**
 * How many articles are in a segment, more or less: few enough to be built again when one changes, and so many that a
 * merge looks up most words of a large library only once in a while. A power of two, so that it seldom changes with the
 * number of articles.
 */
function measureSegment(articles: number): number {
  return 2 ** Math.min(10, Math.max(4, Math.round(Math.log2(articles / 128))));
}

/**
 * Splits a list into segments. Its parts alone say where a segment ends, so a part that is added or removed changes one
 * or two segments and not all that follow.
 * @param hashOf a number of 32 bits that is the same in each build: not of what may change in a part
 */
export function splitIntoSegments<Part>(parts: readonly Part[], hashOf: (part: Part) => number): Part[][] {
  const usual = measureSegment(parts.length);
  const segments: Part[][] = [[]];
  for (const part of parts) {
    const last = segments.at(-1) ?? [];
    last.push(part);
    if (hashOf(part) % usual === 0 || last.length === 4 * usual) segments.push([]);
  }
  return segments.filter(({ length }, at) => length > 0 || at === 0);
}

/** Splits articles by their slugs, see `splitIntoSegments`. */
export function splitArticles<Article extends { slug: string }>(articles: readonly Article[]): Article[][] {
  return splitIntoSegments(articles, ({ slug }) => Number.parseInt(sha256(slug).slice(0, 8), 16));
}

/**
 * Builds a part of an index: all that can be known of some articles without the others, in numbers of its own. The same
 * articles always give the same bytes. `mergeSegments` makes an index of several.
 * @param isCounted whether the words of an article count for how common they are; by default they do. The others are
 *   found as if each were the only one
 */
export function buildSegment(
  articles: readonly Searchable[],
  reader: EntryReader,
  isCounted: (article: Searchable) => boolean = () => true,
): Uint8Array {
  const entries = articles.map(reader.read);
  const { blocks, order, numberOf } = packForward({ articles, entries, isCounted }, reader);
  const named = new Map([
    ...packArticles(articles, isCounted),
    ...blocks,
    ...packPostings(entries.flat(), { reader, order }),
    ['termHashes', toBytes(hashTexts(order.map((term) => reader.terms[term] ?? '')))] as const,
    ...packCandidates({ entries, reader, numberOf }),
    ...packWords(entries, { reader, isCounted: (number) => articles.slice(number, number + 1).some(isCounted) }),
  ]);
  // The same as `terms`.
  named.delete('listed');
  return Buffer.concat([...encodeIndex(named, reader.languages())]);
}
