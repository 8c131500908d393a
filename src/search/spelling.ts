import type { Grammar } from '../words/grammars.ts';

const correctable = /^[a-z]{4,40}$/;
/** One letter more or less makes another word of most shorter ones: read, red, ready. */
const longWord = 5;
/** Longer words are only tested for swapped letters, so that the number of look-ups is limited. */
const maxWordLength = 20;
/** How `findForms` splits a typed word. */
const shortestStem = 4;
const longestEnding = 3;
/** Words of which two slips are tried. */
const twoSlips = { from: 9, to: 14 };

/** A word as an index knows it. */
export interface Spelling {
  /** As it is written, folded. */
  word: string;
  /** The term that finds it. */
  term: string;
}

/** A known word, and how many slips it is away. */
export interface Neighbour extends Spelling {
  slips: number;
  /**
   * How often this typo is made of the word, relative to others with as many slips: a letter can be left out, doubled
   * or swapped with the next in one way, and be replaced or followed by any of 25 others.
   */
  chance: number;
}

/**
 * The known words one slip away from an unknown one (two letters swapped, and from five letters on a letter too many,
 * one wrong or one missing) or, from nine letters on, two slips behind the first letter. At most 125 keys are looked
 * up, whatever the dictionary.
 * @param find the words listed under a key of `spellingKeys`; others among them do no harm
 * @returns the nearest first; empty for numbers, formulas and very short words, which are more likely meant as they are
 */
export function findNeighbours(word: string, find: (key: number) => Iterable<Spelling>): Neighbour[] {
  if (!isCorrectable(word)) return [];
  const found = new Map<string, Neighbour>();
  for (const key of new Set(slips(word))) {
    for (const known of find(key)) {
      const slips = found.has(known.word) ? 0 : countSlips(word, known.word);
      if (slips === 0 || slips > slipsAllowed(word, known.word)) continue;
      found.set(known.word, { ...known, slips, chance: chanceOf(word, known.word) });
    }
  }
  return [...found.values()].sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1));
}

/**
 * The known stems of which a form is one slip away: `contaning` is near `containing`, even if texts have only
 * `contains`. At most 57 keys are looked up.
 * @param find see `findNeighbours`
 */
export function findForms(
  word: string,
  find: (key: number) => Iterable<Spelling>,
  { stem, endings }: Pick<Grammar, 'stem' | 'endings'>,
): Neighbour[] {
  if (!isCorrectable(word) || word.length > maxWordLength) return [];
  const found = new Map<string, Neighbour>();
  for (let end = word.length - 1; end >= Math.max(shortestStem, word.length - longestEnding); end--) {
    for (const key of oneSlipKeys(word.slice(0, end))) {
      for (const known of find(key)) {
        if (known.word !== known.term || found.has(known.term)) continue;
        const form = endings
          .map((ending) => known.term + ending)
          .find((form) => form.length >= longWord && countSlips(word, form) === 1 && stem(form) === known.term);
        if (form !== undefined) found.set(known.term, { ...known, slips: 1, chance: chanceOf(word, form) });
      }
    }
  }
  return [...found.values()];
}

/** Whether slips are looked for in a word and made towards it. */
export function isCorrectable(word: string): boolean {
  return correctable.test(word);
}

/**
 * Returns the keys under which a known word is listed: the word and each form of it without one letter or, for a long
 * word, without two other than the first. Two words that many typos apart have one of these in common (the deletion
 * neighbourhoods of SymSpell).
 * @returns integers of 32 bits with a sign, which V8 stores without an object for each
 */
export function spellingKeys(word: string): Set<number> {
  const keys = new Set<number>();
  visitKeys(word, (key) => keys.add(key));
  return keys;
}

/** @param visit is called with some keys of `spellingKeys` several times */
function visitKeys(word: string, visit: (key: number) => void): void {
  visit(hash(word));
  if (word.length > maxWordLength + 1) return;
  visit(hash(word.slice(1)));
  const hasTwo = hasTwoSlips(word);
  let before = hash(word.slice(0, 1));
  for (let at = 1; at < word.length; at++) {
    let between = before;
    visit(hashOn(between, word, at + 1));
    for (let next = at + 1; hasTwo && next < word.length; next++) {
      visit(hashOn(between, word, next + 1));
      between = hashLetter(between, word, next);
    }
    before = hashLetter(before, word, at);
  }
}

/** Places for the keys of one word, at least twice as many as it has. A power of two. */
const tableSize = 256;

/**
 * Writes the keys of words one after the other, those of `spellingKeys` in its order. A set for each of a hundred
 * thousand words would take ten times as long.
 * @param keys has room for `maxSpellingKeys` of each word
 */
export function createKeyWriter(keys: Uint32Array) {
  const table = new Int32Array(tableSize);
  /** The word that wrote to a place of the table, by its number. */
  const writers = new Uint32Array(tableSize);
  let word = 0;
  let end = 0;

  function add(key: number): void {
    let place = key & (tableSize - 1);
    while (writers[place] === word) {
      if (table[place] === key) return;
      place = (place + 1) & (tableSize - 1);
    }
    writers[place] = word;
    table[place] = key;
    keys[end++] = key;
  }

  /** @returns where the keys of the word end */
  return (text: string): number => {
    word += 1;
    visitKeys(text, add);
    return end;
  };
}

/** The keys of `spellingKeys` of a word and of its forms without one letter. */
function oneSlipKeys(word: string): Set<number> {
  return new Set([hash(word), ...Array.from(word, (_, at) => hash(word.slice(0, at) + word.slice(at + 1)))]);
}

/** The number of keys that a word has at most. */
export function maxSpellingKeys(word: string): number {
  const { length } = word;
  return length > maxWordLength + 1 ? 1 : length + 1 + (hasTwoSlips(word) ? ((length - 1) * (length - 2)) / 2 : 0);
}

function hasTwoSlips({ length }: string): boolean {
  return length >= twoSlips.from && length <= twoSlips.to;
}

/** Where the known words that slips lead to are listed. */
function* slips(word: string): Generator<number> {
  for (let at = 0; at < word.length - 1; at++)
    yield hash(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2));
  if (word.length <= maxWordLength) yield* spellingKeys(word);
}

/** How many slips may lead from one word to the other; 0 from or to a short word but by swapped letters. */
function slipsAllowed(typed: string, known: string): number {
  if (isSwapped(typed, known) && countSlips(typed, known) === 1) return 1;
  if (known.length < longWord || typed.length > maxWordLength) return 0;
  return typed[0] === known[0] && hasTwoSlips(typed) && hasTwoSlips(known) ? 2 : 1;
}

/** See Neighbour. */
function chanceOf(typed: string, known: string): number {
  const [one, other] = [typed, known].map((word) => word.replaceAll(/(.)\1/g, '$1'));
  const isLikely =
    typed.length < known.length || isSwapped(typed, known) || (typed.length > known.length && one === other);
  return isLikely ? 1 : 1 / 25;
}

/** Whether two words have the same letters in another order. */
function isSwapped(one: string, other: string): boolean {
  return one.length === other.length && [...one].sort().join('') === [...other].sort().join('');
}

/** Letters swapped, added, left out or changed between two words; 3 for more than two. */
function countSlips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const changed = (last[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      const isSwap = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const swapped = isSwap ? (before[to - 2] ?? 9) + 1 : 9;
      row.push(Math.min(changed, swapped, (last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > 2) return 3;
    [before, last] = [last, row];
  }
  return last[other.length] ?? 3;
}

/** FNV-1a, of 32 bits with a sign. */
function hash(word: string): number {
  return hashOn(0x811c9dc5 | 0, word, 0);
}

/** Continues the hash of what came before with a word from one of its letters on. */
function hashOn(before: number, word: string, from: number): number {
  let value = before;
  for (let at = from; at < word.length; at++) value = hashLetter(value, word, at);
  return value;
}

function hashLetter(before: number, word: string, at: number): number {
  return Math.imul(before ^ word.charCodeAt(at), 0x01000193);
}
