import { numberEntries } from './article-table.ts';
import { keywordBytesOfEntry, packKeywords } from './feedback.ts';
import {
  decodeIndex,
  type IndexSource,
  type LongBlock,
  type NamedBlocks,
  nameLineEnds,
  openBlocks,
  toBytes,
} from './index-file.ts';
import { mergeLists } from './merge-lists.ts';
import { createRanking } from './ranking.ts';
import { packSpellings } from './spelling-index.ts';
import { createTextNumbers } from './text-numbers.ts';
import { createWordList } from './word-list.ts';

const placeEnds = nameLineEnds('places');

export interface MergedIndex {
  /** BCP 47, the index's own first. */
  languages: readonly string[];
  /** In the order of the file. Those that grow with the articles are read from the segments, piece by piece. */
  blocks: NamedBlocks;
  /** All terms with their lists, as in the blocks `listed` and `lists`. */
  lists(): Generator<[term: string, list: Uint32Array]>;
  /** See `createWordList`. */
  commonWords(): string[];
}

/**
 * A segment, and where what it has begins and ends in the merged index: entries, numbers of `quotables`, bytes of
 * `texts` and of `places`.
 */
type Segment = ReturnType<typeof placeSegment>;

/**
 * Merges segments, in the order of their articles, into an index: the same bytes as from one segment of all the
 * articles. The vocabulary, some numbers for each entry and one segment at a time are in memory.
 * @param sources outputs of `buildSegment`, one at least, which are read several times
 */
export function mergeSegments(sources: readonly IndexSource[]): MergedIndex {
  const words = createWordList();
  const vocabulary = createVocabulary();
  const segments: Segment[] = [];
  for (const source of sources) {
    const opened = decodeIndex(source);
    words.add(opened);
    segments.push(placeSegment(opened, { after: segments.at(-1), termNumbers: vocabulary.add(opened) }));
  }
  const articles = new Map(
    ['slugs', 'entryCounts', 'counted'].map((name) => [name, Buffer.concat(segments.map(({ read }) => read(name)))]),
  );
  const entryLengths = new Uint32Array(segments.at(-1)?.ends.entries ?? 0);
  for (const segment of segments) entryLengths.set(segment.numbers('entryLengths'), segment.starts.entries);
  const listed = Buffer.from(vocabulary.terms.join('\n'));
  const matches = Uint32Array.from(vocabulary.matches);
  const articleMatches = Uint32Array.from(vocabulary.articleMatches);
  const lengths = Uint32Array.from(vocabulary.lengths);
  const ranking = createRanking(numberEntries(openBlocks((name) => articles.get(name) ?? new Uint8Array())), {
    matches,
    articleMatches,
    lengths: entryLengths,
  });
  const blocks = new Map<string, Uint8Array | LongBlock>([
    ...articles,
    ['places', joinBlocks(segments, 'places')],
    [placeEnds, joinBlocks(segments, placeEnds, movePlaceEnds)],
    ['terms', listed],
    ['matches', toBytes(matches)],
    ['articleMatches', toBytes(articleMatches)],
    ['quotables', joinBlocks(segments, 'quotables', renumberQuotables)],
    ['quotableEnds', joinBlocks(segments, 'quotableEnds', moveEnds)],
    ['texts', joinBlocks(segments, 'texts')],
    ['entryLengths', toBytes(entryLengths)],
    ['listed', listed],
    ['lengths', toBytes(lengths)],
    [
      'lists',
      { length: 4 * sum(lengths), pieces: () => mergeLists(segments, lengths).map(({ lists }) => toBytes(lists)) },
    ],
    ...packSpellings(words.spellings()),
    ['keywords', joinKeywords(segments, ranking)],
  ]);
  return {
    languages: [...new Set(segments.flatMap(({ languages }) => languages))],
    blocks,
    lists,
    commonWords: words.common,
  };

  function* lists(): Generator<[string, Uint32Array]> {
    for (const { terms, lists } of mergeLists(segments, lengths)) {
      let end = 0;
      for (let term = terms.start; term < terms.end; term += 1) {
        const start = end;
        end += lengths[term] ?? 0;
        yield [vocabulary.terms[term] ?? '', lists.subarray(start, end)];
      }
    }
  }
}

/** The terms of the index, numbered as they are met, and the sums of what segments know of each. */
function createVocabulary() {
  const known = createTextNumbers();
  const terms: string[] = [];
  const matches: number[] = [];
  const articleMatches: number[] = [];
  const lengths: number[] = [];
  return {
    terms,
    matches,
    articleMatches,
    lengths,
    /** @returns the index's number of each term of the segment */
    add({ text, numbers }: Pick<ReturnType<typeof decodeIndex>, 'text' | 'numbers'>): Uint32Array {
      const names = text('terms').split('\n');
      const hashes = numbers('termHashes');
      const addedMatches = numbers('matches');
      const addedArticleMatches = numbers('articleMatches');
      const addedLengths = numbers('lengths');
      const termNumbers = new Uint32Array(addedLengths.length);
      // Not by an iterator: there are hundreds of thousands of them.
      for (let at = 0; at < termNumbers.length; at += 1) {
        const number = known.numberOf(hashes, at);
        if (number === terms.length) terms.push(names[at] ?? '');
        matches[number] = (matches[number] ?? 0) + (addedMatches[at] ?? 0);
        articleMatches[number] = (articleMatches[number] ?? 0) + (addedArticleMatches[at] ?? 0);
        lengths[number] = (lengths[number] ?? 0) + (addedLengths[at] ?? 0);
        termNumbers[at] = number;
      }
      return termNumbers;
    },
  };
}

function placeSegment(
  opened: ReturnType<typeof decodeIndex>,
  {
    after,
    termNumbers,
  }: {
    after: { ends: Record<'entries' | 'numbers' | 'texts' | 'places', number> } | undefined;
    termNumbers: Uint32Array;
  },
) {
  const { sizeOf } = opened;
  const starts = after?.ends ?? { entries: 0, numbers: 0, texts: 0, places: 0 };
  const ends = {
    entries: starts.entries + sizeOf('entryLengths') / 4,
    numbers: starts.numbers + sizeOf('quotables') / 4,
    texts: starts.texts + sizeOf('texts'),
    places: starts.places + sizeOf('places'),
  };
  return { ...opened, termNumbers, starts, ends };
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

function joinKeywords(segments: readonly Segment[], ranking: ReturnType<typeof createRanking>): LongBlock {
  return {
    length: (segments.at(-1)?.ends.entries ?? 0) * keywordBytesOfEntry,
    pieces: () =>
      segments
        .values()
        .map((segment) =>
          packKeywords(segment, { first: segment.starts.entries, numbers: segment.termNumbers, ranking }),
        ),
  };
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
