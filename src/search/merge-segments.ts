import { numberEntries } from './article-table.ts';
import { keywordBytesOfEntry, packKeywords } from './feedback.ts';
import { type IndexSource, type LongBlock, type NamedBlocks, nameLineEnds, openBlocks, toBytes } from './index-file.ts';
import { type MergedTerms, mergeTerms, type NumberedPart } from './merge-terms.ts';
import { createRanking, type Ranking } from './ranking.ts';
import { hashTexts } from './text-numbers.ts';

const placeEnds = nameLineEnds('places');

/** Some of the articles of an index, and the terms by which they are found. */
export interface MergedSegments {
  articles: NamedBlocks;
  terms: MergedTerms;
}

/** A segment, and where its numbers of `quotables`, its bytes of `texts` and those of `places` begin in the whole. */
type Segment = NumberedPart & { starts: Starts };
type Starts = Record<'numbers' | 'texts' | 'places', number>;

/**
 * Merges segments in the order of their articles: the same bytes as from one segment of all the articles. The
 * vocabulary, some numbers for each entry and one segment at a time are in memory.
 * @param sources outputs of `buildSegment`, one at least, which are read several times
 */
export function mergeSegments(sources: readonly IndexSource[]): MergedSegments {
  const terms = mergeTerms(sources);
  const segments = placeSegments(terms.parts);
  const heads = new Map(
    ['slugs', 'entryCounts', 'counted'].map((name) => [name, Buffer.concat(segments.map(({ read }) => read(name)))]),
  );
  const lengths = new Uint32Array(terms.entries);
  for (const { numbers, firstEntry } of segments) lengths.set(numbers('entryLengths'), firstEntry);
  const ranking = createRanking(numberEntries(openBlocks((name) => heads.get(name) ?? new Uint8Array())), {
    ...terms,
    lengths,
  });
  // Those that grow with the articles are read from the segments, piece by piece.
  const articles = new Map<string, Uint8Array | LongBlock>([
    ...heads,
    ['termHashes', toBytes(hashTexts(terms.terms))],
    ['places', joinBlocks(segments, 'places')],
    [placeEnds, joinBlocks(segments, placeEnds, movePlaceEnds)],
    ['quotables', joinBlocks(segments, 'quotables', renumberQuotables)],
    ['quotableEnds', joinBlocks(segments, 'quotableEnds', moveEnds)],
    ['texts', joinBlocks(segments, 'texts')],
    ['entryLengths', toBytes(lengths)],
    ['keywords', joinKeywords(segments, ranking, terms.entries)],
  ]);
  return { articles, terms };
}

function placeSegments(parts: readonly NumberedPart[]): Segment[] {
  const ends: Starts = { numbers: 0, texts: 0, places: 0 };
  return parts.map((part) => {
    const starts = { ...ends };
    ends.numbers += part.sizeOf('quotables') / 4;
    ends.texts += part.sizeOf('texts');
    ends.places += part.sizeOf('places');
    return { ...part, starts };
  });
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** A block that has those of all segments one after the other. */
function joinBlocks(
  segments: readonly Segment[],
  name: string,
  read: (segment: Segment) => Uint8Array = (segment) => segment.read(name),
): LongBlock {
  return { length: sum(segments.map(({ sizeOf }) => sizeOf(name))), pieces: () => segments.values().map(read) };
}

function joinKeywords(
  segments: readonly Segment[],
  ranking: Pick<Ranking, 'dampingOf' | 'sectionIdf'>,
  entries: number,
): LongBlock {
  const pack = (segment: Segment) =>
    packKeywords(segment, { first: segment.firstEntry, numbers: segment.termNumbers, ranking });
  return { length: entries * keywordBytesOfEntry, pieces: () => segments.values().map(pack) };
}

/** The numbers of `packQuotable` with the index's terms. */
function renumberQuotables({ numbers, termNumbers }: Segment): Uint8Array {
  const quotables = numbers('quotables').slice();
  const ends = numbers('quotableEnds');
  for (let entry = 0, start = 0; entry < ends.length; entry += 2) {
    const end = ends[entry] ?? 0;
    for (let at = start + 1 + 3 * (quotables[start] ?? 0); at < end; at += 1)
      quotables[at] = termNumbers[quotables[at] ?? 0] ?? 0;
    start = end;
  }
  return toBytes(quotables);
}

function moveEnds({ numbers, starts }: Segment): Uint8Array {
  return toBytes(numbers('quotableEnds').map((end, at) => end + (at % 2 === 0 ? starts.numbers : starts.texts)));
}

function movePlaceEnds({ numbers, starts }: Segment): Uint8Array {
  return toBytes(numbers(placeEnds).map((end) => end + starts.places));
}
