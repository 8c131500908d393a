import { numberEntries, openPlaces } from './article-table.ts';
import { readKeywords, type StoredKeywords } from './feedback.ts';
import { createMemo, decodeIndex, type IndexSource, openBlocks, type SizedBlocks } from './index-file.ts';
import { openInvertedIndex, openLists, openTerms, type ReadList } from './inverted-index.ts';
import { openQuotable, type QuotableText } from './passage.ts';
import type { Spelling } from './spelling.ts';
import { openSpellings } from './spelling-index.ts';
import { openTextNumbers } from './text-numbers.ts';

/**
 * Maximum bytes of recently read lists: those of the common words, which nearly each question has, grow with the
 * articles.
 */
const cachedListBytes = 16_000_000;
const cachedListBytesPerArticle = 500;
/** A list that is a view of a larger buffer, which is in memory in any case, costs only its object. */
const viewBytes = 100;

/** One of the files of an index: some of its articles, its terms with their lists, its spellings, or all of it. */
export interface IndexFile {
  /** Output of `encodeIndex`. */
  source: IndexSource;
  /** Where lists are not in the source. */
  readList?: ReadList;
}

export type IndexTables = ReturnType<typeof joinTables> & {
  /** BCP 47, the index's own first. */
  languages: readonly string[];
  /** See `openSpellings`. */
  findSpellings(key: number): Iterable<Spelling>;
};

/**
 * Opens the files of an index as one. Articles and entries are numbered from the first file to the last; terms have the
 * numbers of the file that has their lists.
 * @returns opens the tables of one file at each step
 * @throws Error when another version of the analyser built one of them
 */
export function openTables(files: readonly IndexFile[]) {
  const decoded = files.map(({ source, readList }) => ({ blocks: decodeIndex(source), readList }));
  const having = (name: string) => decoded.filter(({ blocks }) => blocks.sizeOf(name) > 0);
  return function* open(): Generator<void, IndexTables, void> {
    const [inverted = decoded[0]] = having('matches');
    if (!inverted) throw new Error('An index has one file at least.');
    const terms = openTerms(inverted.blocks, { name: 'terms', count: inverted.blocks.sizeOf('matches') / 4 });
    yield;
    const tables: FileTables[] = [];
    const ofArticles = having('entryCounts');
    // The file of all articles has the numbers of the index.
    const numberTerms = ofArticles.length > 1 ? openTextNumbers(inverted.blocks.numbers('termHashes')) : undefined;
    for (const { blocks } of ofArticles) {
      const firstEntry = tables.at(-1)?.endEntry ?? 0;
      tables.push(openFile(blocks, { firstEntry, termNumbers: numberTerms?.(blocks.numbers('termHashes')) }));
      yield;
    }
    const [spelling] = having('spellingBuckets');
    return {
      ...joinTables(tables, { terms, ...inverted }),
      languages: [...new Set(decoded.flatMap(({ blocks }) => blocks.languages))],
      findSpellings: spelling ? openSpellings(spelling.blocks) : () => [],
    };
  };
}

type FileTables = ReturnType<typeof openFile>;

/**
 * @param about.firstEntry how many entries the files before it have
 * @param about.termNumbers the index's number of each of its terms; undefined when it has the same
 */
function openFile(
  blocks: SizedBlocks,
  { firstEntry, termNumbers }: { firstEntry: number; termNumbers: Uint32Array | undefined },
) {
  const { read, numbers } = blocks;
  const ends = numbers('quotableEnds');
  return {
    ...{ blocks, firstEntry, toTerms },
    endEntry: firstEntry + ends.length / 2,
    place: openPlaces(blocks),
    /** The text of an entry that can be quoted, which is read where it is asked for. */
    readQuotable(entry: number): QuotableText {
      const [start = 0, textStart = 0] = entry === 0 ? [] : ends.subarray(2 * entry - 2, 2 * entry);
      const [end, textEnd] = ends.subarray(2 * entry, 2 * entry + 2);
      const text = Buffer.from(read('texts', textStart, textEnd)).toString();
      const quotable = openQuotable(text, numbers('quotables', start, end));
      return { ...quotable, terms: toTerms(quotable.terms) };
    },
  };

  /** The numbers that some of its terms have in the index. */
  function toTerms(own: Uint32Array): Uint32Array {
    if (!termNumbers) return own;
    const terms = new Uint32Array(own.length);
    for (let at = 0; at < own.length; at += 1) terms[at] = termNumbers[own[at] ?? 0] ?? 0;
    return terms;
  }
}

function joinTables(
  files: readonly FileTables[],
  {
    terms,
    blocks,
    readList = openLists(blocks),
  }: {
    terms: ReturnType<typeof openTerms>;
    blocks: SizedBlocks;
    readList: ReadList | undefined;
  },
) {
  const joined = openBlocks((name) => Buffer.concat(files.map(({ blocks }) => blocks.read(name))));
  const table = numberEntries(joined);
  const lookUp = openInvertedIndex(terms.numberOf);

  return {
    ...table,
    lengths: joined.numbers('entryLengths'),
    matches: blocks.numbers('matches'),
    articleMatches: blocks.numbers('articleMatches'),
    numberOf: terms.numberOf,
    /** See `toPosting`. */
    readList: createMemo({
      max: Math.max(cachedListBytes, table.slugs.length * cachedListBytesPerArticle),
      make(term): Uint32Array {
        const text = terms.text(term);
        const number = lookUp(text);
        return number === undefined ? new Uint32Array() : readList(text, number);
      },
      sizeOf: ({ buffer, byteLength }) => viewBytes + (byteLength === buffer.byteLength ? byteLength : 0),
    }),
    /** Those of `packKeywords`. */
    readKeywords(entry: number): StoredKeywords {
      const { blocks, toTerms, firstEntry } = fileOf(entry);
      const { terms, frequencies } = readKeywords(blocks, entry - firstEntry);
      return { terms: toTerms(terms), frequencies };
    },
    place(entry: number) {
      const { place, firstEntry } = fileOf(entry);
      return place(entry - firstEntry);
    },
    readQuotable(entry: number): QuotableText {
      const { readQuotable, firstEntry } = fileOf(entry);
      return readQuotable(entry - firstEntry);
    },
  };

  function fileOf(entry: number): FileTables {
    const file = files.findLast(({ firstEntry }) => firstEntry <= entry);
    if (!file) throw new RangeError(`The index has no entry ${entry}.`);
    return file;
  }
}
