import { decodeIndex, encodeIndex, type IndexSource, type LongBlock, type NamedBlocks, toBytes } from './index-file.ts';
import { packTerms } from './inverted-index.ts';
import { mergeLists } from './merge-lists.ts';
import { createTextNumbers } from './text-numbers.ts';
import { createWordList, type WordList } from './word-list.ts';

/** A part of an index, with the number that each of its terms and its first entry have in the whole. */
export type NumberedPart = ReturnType<typeof decodeIndex> & { termNumbers: Uint32Array; firstEntry: number };

export interface MergedTerms {
  /** BCP 47, the index's own first. */
  languages: readonly string[];
  /** The numbers of terms are their places in this list. */
  terms: readonly string[];
  /** In how many sections each term is. */
  matches: readonly number[];
  /** In how many articles each term is. */
  articleMatches: readonly number[];
  parts: readonly NumberedPart[];
  /** How many entries the parts have. */
  entries: number;
  /** The terms, how common they are, and their lists. The lists are read from the parts, piece by piece. */
  blocks: NamedBlocks;
  /** All terms with their lists. */
  lists(): Generator<[term: string, list: Uint32Array]>;
  words: WordList;
}

/**
 * Merges what parts of an index know of terms, in the order of their articles: the same bytes as from one part with all
 * the articles. The vocabulary and one part at a time are in memory.
 * @param sources outputs of `buildSegment` or of `packPart`, which are read several times
 */
export function mergeTerms(sources: readonly IndexSource[]): MergedTerms {
  const words = createWordList();
  const known = createTextNumbers();
  const terms: string[] = [];
  const matches: number[] = [];
  const articleMatches: number[] = [];
  const parts: NumberedPart[] = [];
  let entries = 0;
  for (const source of sources) {
    const opened = decodeIndex(source);
    words.add(opened);
    parts.push({ ...opened, termNumbers: addTerms(opened), firstEntry: entries });
    for (const count of opened.numbers('entryCounts')) entries += count;
  }
  const listEnds = joinListEnds(parts, terms.length);
  const lists: LongBlock = {
    length: 4 * (listEnds.at(-1) ?? 0),
    pieces: () => mergeLists(parts, listEnds).map(({ lists }) => toBytes(lists)),
  };
  const blocks = new Map<string, Uint8Array | LongBlock>([
    ...packTerms(terms),
    ['matches', toBytes(matches)],
    ['articleMatches', toBytes(articleMatches)],
    ['listEnds', toBytes(listEnds)],
    ['lists', lists],
  ]);
  const languages = [...new Set(parts.flatMap(({ languages }) => languages))];
  return { languages, terms, matches, articleMatches, parts, entries, blocks, lists: splitLists, words };

  /** @returns the number of each term of the part */
  function addTerms({ text, numbers }: Pick<NumberedPart, 'text' | 'numbers'>): Uint32Array {
    const names = text('terms').split('\n');
    const hashes = numbers('termHashes');
    const addedMatches = numbers('matches');
    const addedArticleMatches = numbers('articleMatches');
    const termNumbers = new Uint32Array(addedMatches.length);
    // Not by an iterator: there are hundreds of thousands of them.
    for (let at = 0; at < termNumbers.length; at += 1) {
      const number = known.numberOf(hashes, at);
      if (number === terms.length) terms.push(names[at] ?? '');
      matches[number] = (matches[number] ?? 0) + (addedMatches[at] ?? 0);
      articleMatches[number] = (articleMatches[number] ?? 0) + (addedArticleMatches[at] ?? 0);
      termNumbers[at] = number;
    }
    return termNumbers;
  }

  function* splitLists(): Generator<[string, Uint32Array]> {
    for (const { terms: range, lists, start } of mergeLists(parts, listEnds))
      for (let term = range.start; term < range.end; term += 1)
        yield [terms[term] ?? '', lists.subarray((listEnds[term - 1] ?? 0) - start, (listEnds[term] ?? 0) - start)];
  }
}

/** Where the list of each term ends, after those of the terms before it. */
function joinListEnds(parts: readonly NumberedPart[], terms: number): Uint32Array {
  const ends = new Uint32Array(terms);
  for (const { numbers, termNumbers } of parts) {
    const own = numbers('listEnds');
    for (let at = 0; at < own.length; at += 1) {
      const term = termNumbers[at] ?? 0;
      ends[term] = (ends[term] ?? 0) + (own[at] ?? 0) - (own[at - 1] ?? 0);
    }
  }
  for (let term = 1; term < terms; term += 1) ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
  return ends;
}

/** The terms of some articles as a source of `mergeTerms`. */
export function packPart({ languages, blocks, words, parts }: MergedTerms): Uint8Array {
  const entryCounts = Buffer.concat(parts.map(({ read }) => read('entryCounts')));
  return Buffer.concat([
    ...encodeIndex(new Map([...blocks, ...words.pack(), ['entryCounts', entryCounts]]), languages),
  ]);
}
