import { sha256 } from '../library/digest.ts';
import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import type { EntryReader } from './entries.ts';
import { packCandidates } from './feedback.ts';
import { packForward } from './forward.ts';
import { encodeIndex } from './index-file.ts';
import { packPostings } from './inverted-index.ts';
import { packWords } from './word-list.ts';

/** Articles of a segment, more or less: few enough to be built again when one changes. */
const segmentArticles = { least: 16, most: 64 };
/** Articles of a file of an index, more or less: as many as are merged again when one of them changes. */
const fileArticles = 256;
/** Files of the articles of a large index, more or less. */
const maxFiles = 16;
/** Groups of a large library, more or less. */
const maxGroups = 128;

/** A power of two, so that it seldom changes with the number of articles. */
function powerOfTwo(number: number): number {
  return 2 ** Math.max(0, Math.round(Math.log2(number)));
}

function measureSegment(articles: number): number {
  const { least, most } = segmentArticles;
  return powerOfTwo(Math.min(most, Math.max(least, articles / maxGroups)));
}

/**
 * Splits a list into groups. Its parts alone say where a group ends, so a part that is added or removed changes one or
 * two groups and not all that follow.
 * @param about.usual parts of a group, more or less
 * @param about.hashOf a number of 32 bits that is the same in each build: not of what may change in a part
 */
export function splitIntoGroups<Part>(
  parts: readonly Part[],
  { usual, hashOf }: { usual: number; hashOf: (part: Part) => number },
): Part[][] {
  const groups: Part[][] = [[]];
  for (const part of parts) {
    const last = groups.at(-1) ?? [];
    last.push(part);
    if (hashOf(part) % usual === 0 || last.length === 4 * usual) groups.push([]);
  }
  return groups.filter(({ length }, at) => length > 0 || at === 0);
}

/**
 * Splits articles by their slugs into groups of 16 and more, see `splitIntoGroups`: some hundred at most, more or less,
 * because a service has the files of all groups open.
 */
export function splitArticles<Article extends { slug: string }>(articles: readonly Article[]): Article[][] {
  return splitBySlug(articles, powerOfTwo(Math.max(segmentArticles.least, articles.length / maxGroups)));
}

function splitBySlug<Article extends { slug: string }>(articles: readonly Article[], usual: number): Article[][] {
  return splitIntoGroups(articles, { usual, hashOf: ({ slug }) => hashSlug(slug) });
}

/** Splits articles into the files of an index, and those of each file into segments. A small library has one file. */
export function splitIntoFiles<Article extends { slug: string }>(articles: readonly Article[]): Article[][][] {
  const segments = splitBySlug(articles, measureSegment(articles.length));
  if (articles.length <= fileArticles) return [segments];
  const usual = powerOfTwo(Math.max(fileArticles, articles.length / maxFiles) / measureSegment(articles.length));
  // The last article of a segment is what ends it: other digits of its hash say that no file ends there.
  return splitIntoGroups(segments, { usual, hashOf: (segment) => hashSlug(`file ${segment.at(-1)?.slug}`) });
}

function hashSlug(slug: string): number {
  return Number.parseInt(sha256(slug).slice(0, 8), 16);
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
    ...packCandidates({ entries, reader, numberOf }),
    ...packWords(entries, { reader, isCounted: (number) => articles.slice(number, number + 1).some(isCounted) }),
  ]);
  return Buffer.concat([...encodeIndex(named, reader.languages())]);
}
