import { sha256 } from '../library/digest.ts';
import { findGrammar } from '../words/grammars.ts';
import { splitPieces, toTerms } from './analyse.ts';
import type { Entry, EntryReader } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { isCorrectable } from './spelling.ts';
import { createTextNumbers, hashTexts } from './text-numbers.ts';

/**
 * Packs the distinct words of some entries, in the order in which they are met: a line for each with the word, its
 * terms, and its pieces with their terms, as far as slips are looked for in them. They are split here, because a merge
 * would have to do it for every word again.
 * @param entries those of each article
 * @param about.isCounted whether the entries of an article count for how common a word is
 */
export function packWords(
  entries: readonly (readonly Entry[])[],
  { reader, isCounted }: { reader: EntryReader; isCounted: (article: number) => boolean },
): [string, Uint8Array][] {
  const places = new Map<number, number>();
  const counts: number[] = [];
  for (const [article, own] of entries.entries()) {
    const added = isCounted(article) ? 1 : 0;
    for (const number of own.flatMap(({ words }) => [...words])) {
      const place = places.get(number) ?? places.size;
      places.set(number, place);
      counts[place] = (counts[place] ?? 0) + added;
    }
  }
  const words = [...places.keys()];
  const languageOf = (number: number) => reader.languageOf[number] ?? reader.language;
  const lines = words.map((number) => describe(reader.words[number] ?? '', languageOf(number)));
  const hashes = hashTexts(lines.map((line, at) => `${languageOf(words[at] ?? 0)}\n${line}`));
  return packList({ lines, hashes, counts });
}

const plain = /^[a-z]+$/;

/** A line of a word. Most words have one piece, which is the word: their line has the word and its term. */
function describe(word: string, language: string): string {
  const grammar = findGrammar(language);
  const terms = toTerms(word, grammar);
  if (plain.test(word)) return [word, ...terms].join('\t');
  const pieces = splitPieces(word)
    .filter(isCorrectable)
    .flatMap((piece) => toTerms(piece, grammar).flatMap((term) => [piece, term]));
  return [word, terms.join(' '), pieces.join(' ')].join('\t');
}

/** Names of the blocks of a word list. */
const wordBlocks = ['words', 'wordHashes', 'wordCounts'] as const;

function packList(list: { lines: readonly string[]; hashes: Uint32Array; counts: readonly number[] }) {
  const [words, hashes, counts] = wordBlocks;
  return [
    [words, Buffer.from(list.lines.join('\n'))],
    [hashes, toBytes(list.hashes)],
    [counts, toBytes(list.counts)],
  ] satisfies [string, Uint8Array][];
}

export type WordList = ReturnType<typeof createWordList>;

/** Collects the words of `packWords` from several parts of an index, each word of each language once. */
export function createWordList() {
  /** Numbers of words of a language: a word has the same line in each part. */
  const numbers = createTextNumbers();
  const lines: string[] = [];
  const counts: number[] = [];

  return {
    /** Must be called in the order of the parts. */
    add({ text, numbers: read }: Pick<IndexBlocks, 'text' | 'numbers'>) {
      const [words, wordHashes, wordCounts] = wordBlocks;
      const given = text(words).split('\n');
      const hashes = read(wordHashes);
      const added = read(wordCounts);
      // Not by an iterator: there are hundreds of thousands of them.
      for (let at = 0; at < added.length; at += 1) {
        const number = numbers.numberOf(hashes, at);
        if (number === lines.length) lines.push(given[at] ?? '');
        counts[number] = (counts[number] ?? 0) + (added[at] ?? 0);
      }
    },
    /** All that spellings depend on, a line for each word. */
    lines: lines as readonly string[],
    /** Names the words, in whatever order they were met. */
    digest(): string {
      const { buffer, byteOffset, length } = numbers.hashes();
      return sha256(new Uint8Array(new BigUint64Array(buffer, byteOffset, length / 2).toSorted().buffer));
    },
    /** The list as blocks of `packWords`. */
    pack: () => packList({ lines, hashes: numbers.hashes(), counts }),
    /** The words that are counted, folded, those of most entries first. */
    common: (): string[] =>
      lines
        .map((line, number) => ({ word: line.split('\t', 1)[0] ?? '', count: counts[number] ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
        .map(({ word }) => word),
  };
}
