import { findGrammar } from '../words/grammars.ts';
import { splitPieces, toTerms } from './analyse.ts';
import type { Entry, EntryReader } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { isCorrectable, type Spelling } from './spelling.ts';

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
  const languages = reader.languages();
  const words = [...places.keys()];
  const languageOf = (number: number) => reader.languageOf[number] ?? reader.language;
  return [
    ['words', Buffer.from(words.map((number) => describe(reader.words[number] ?? '', languageOf(number))).join('\n'))],
    ['wordLanguages', toBytes(words.map((number) => languages.indexOf(languageOf(number))))],
    ['wordCounts', toBytes(counts)],
  ];
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

/** Collects the words of `packWords` from several parts of an index, each word of each language once. */
export function createWordList() {
  const numbers = new Map<string, Map<string, number>>();
  const words: string[] = [];
  const counts: number[] = [];
  const terms = new Map<string, string>();
  const written = new Map<string, string>();

  return {
    /** Must be called in the order of the parts. */
    add({ text, numbers: read, languages }: Pick<IndexBlocks, 'text' | 'numbers'> & { languages: readonly string[] }) {
      const lines = text('words').split('\n');
      const languageOf = read('wordLanguages');
      for (const [at, count] of read('wordCounts').entries()) {
        const line = lines[at] ?? '';
        const end = line.indexOf('\t');
        const word = end === -1 ? line : line.slice(0, end);
        const number = numberWord(word, languages[languageOf[at] ?? 0] ?? '');
        if (counts[number] === undefined && end !== -1) addSpellings(word, line.slice(end + 1));
        counts[number] = (counts[number] ?? 0) + count;
      }
    },
    /** The words that are counted, folded, those of most entries first. */
    common: (): string[] =>
      words
        .map((word, number) => ({ word, count: counts[number] ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
        .map(({ word }) => word),
    /** The words that slips may lead to, sorted: as they are written and as their terms. */
    spellings(): Spelling[] {
      // A term that is also a word stands for what that word is found by.
      for (const [word, term] of written) terms.set(word, term);
      return Array.from(terms, ([word, term]) => ({ word, term })).sort((a, b) => (a.word < b.word ? -1 : 1));
    },
  };

  function numberWord(word: string, language: string): number {
    const known = numbers.get(language) ?? new Map<string, number>();
    const number = known.get(word) ?? words.length;
    if (number === words.length) numbers.set(language, known.set(word, words.push(word) - 1));
    return number;
  }

  function addSpellings(word: string, described: string): void {
    const [own = '', pieces = `${word} ${own}`] = described.split('\t');
    for (const term of own.split(' ')) if (isCorrectable(term)) terms.set(term, term);
    const pairs = pieces.split(' ');
    for (let at = 0; at + 1 < pairs.length; at += 2)
      if (isCorrectable(pairs[at] ?? '')) written.set(pairs[at] ?? '', pairs[at + 1] ?? '');
  }
}
