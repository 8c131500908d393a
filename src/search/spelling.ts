const correctable = /^[a-z]{4,40}$/;
/** One letter more or less makes another word of most short ones: bread, read, break. */
const longWord = 6;
/** Of longer words only swapped letters are tried: nobody types them, and the number of look-ups has a bound. */
const longestWord = 20;

/** A word as an index knows it. */
export interface Spelling {
  /** As it is written, folded. */
  word: string;
  /** What it is found by. */
  term: string;
}

/**
 * The known words one slip away from an unknown one: two letters swapped; in a long word also a letter too many, one wrong,
 * one missing, but not the first, which is hardly ever wrong. At most 39 keys are looked up, whatever the dictionary.
 * @param find the words listed under a key of `spellingKeys`; others among them do no harm
 * @returns sorted; empty for numbers, formulas and very short words, which are more likely meant as they are
 */
export function findNeighbours(word: string, find: (key: number) => Iterable<Spelling>): Spelling[] {
  if (!isCorrectable(word)) return [];
  const found = new Map<string, Spelling>();
  for (const key of new Set(slips(word)))
    for (const known of find(key)) if (isSlip(word, known.word)) found.set(known.word, known);
  return [...found.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
}

/** Whether slips are looked for in a word and made towards it. */
export function isCorrectable(word: string): boolean {
  return correctable.test(word);
}

/**
 * The keys a known word is listed under: itself and, in a long word, what is left without one letter but the first. What
 * two words one slip apart have in common is one of these of both (the deletion neighbourhoods of SymSpell).
 */
export function spellingKeys(word: string): Set<number> {
  const keys = new Set([hash(word)]);
  if (word.length >= longWord && word.length <= longestWord + 1)
    for (let at = 1; at < word.length; at++) keys.add(hash(word.slice(0, at) + word.slice(at + 1)));
  return keys;
}

/** Where the known words one slip away are listed. */
function* slips(word: string): Generator<number> {
  for (let at = 0; at < word.length - 1; at++)
    yield hash(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2));
  if (word.length >= longWord && word.length <= longestWord) yield* spellingKeys(word);
}

function isSlip(typed: string, known: string): boolean {
  if (typed === known || Math.abs(typed.length - known.length) > 1) return false;
  let same = 0;
  while (same < typed.length && typed[same] === known[same]) same++;
  const swapped = known.charAt(same + 1) + known.charAt(same) + known.slice(same + 2);
  if (typed.slice(same) === swapped) return true;
  if (same === 0 || typed.length < longWord || typed.length > longestWord) return false;
  if (typed.length > known.length) return typed.slice(same + 1) === known.slice(same);
  if (typed.length < known.length) return typed.slice(same) === known.slice(same + 1);
  return typed.slice(same + 1) === known.slice(same + 1);
}

/** FNV-1a, of 32 bits. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
