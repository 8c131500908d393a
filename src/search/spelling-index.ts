import { findGrammar } from '../words/grammars.ts';
import { splitPieces, toTerms } from './analyse.ts';
import type { Entry, EntryReader } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { isCorrectable, type Spelling, spellingKeys } from './spelling.ts';

/**
 * The words that slips may lead to, sorted: those that some entries have, as they are written and as their terms. Only the
 * words of these entries, since the reader may know others from an index that more people pay for.
 */
export function listSpellings(entries: readonly Entry[], reader: EntryReader): Spelling[] {
  const terms = new Map<string, string>();
  const written = new Map<string, string>();
  const isListed = new Uint8Array(reader.words.length);
  for (const { words } of entries) {
    for (const number of words) {
      if (isListed[number] === 1) continue;
      isListed[number] = 1;
      const word = reader.words[number] ?? '';
      const grammar = findGrammar(reader.languageOf[number] ?? reader.language);
      for (const term of toTerms(word, grammar)) terms.set(term, term);
      for (const piece of splitPieces(word)) for (const term of toTerms(piece, grammar)) written.set(piece, term);
    }
  }
  // A term that is also a word stands for what that word is found by.
  return [...new Map([...terms, ...written])]
    .filter(([word]) => isCorrectable(word))
    .map(([word, term]) => ({ word, term }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
}

/** Packs spellings and, in buckets by their keys, where each stands. */
export function packSpellings(spellings: readonly Spelling[]): [string, Uint8Array][] {
  const keys = spellings.map(({ word }) => spellingKeys(word));
  const count = keys.reduce((sum, { size }) => sum + size, 0);
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, count))) - 1);
  const ends = new Uint32Array(buckets);
  for (const own of keys) for (const key of own) ends[key % buckets] = (ends[key % buckets] ?? 0) + 1;
  for (let bucket = 1; bucket < buckets; bucket++) ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0);
  const places = new Uint32Array(count);
  const free = ends.slice();
  for (const [at, own] of keys.entries()) {
    for (const key of own) {
      const place = (free[key % buckets] ?? 0) - 1;
      free[key % buckets] = place;
      places[place] = at;
    }
  }
  const lines = spellings.map(({ word, term }) => `${word} ${term}\n`);
  let end = 0;
  return [
    ['spellings', Buffer.from(lines.join(''))],
    ['spellingEnds', toBytes(lines.map((line) => (end += Buffer.byteLength(line))))],
    ['spellingBuckets', toBytes(ends)],
    ['spellingPlaces', toBytes(places)],
  ];
}

/**
 * Opens the output of `packSpellings`: returns the spellings listed under a key, and under other keys of its bucket.
 */
export function openSpellings(blocks: IndexBlocks): (key: number) => Iterable<Spelling> {
  const lines = Buffer.from(blocks.read('spellings'));
  const ends = blocks.numbers('spellingEnds');
  const buckets = blocks.numbers('spellingBuckets');
  const places = blocks.numbers('spellingPlaces');
  return (key) => {
    const bucket = key % buckets.length;
    return Array.from(places.subarray(buckets[bucket - 1] ?? 0, buckets[bucket]), (place) => {
      const [word = '', term = ''] = lines.toString('latin1', ends[place - 1] ?? 0, (ends[place] ?? 1) - 1).split(' ');
      return { word, term };
    });
  };
}
