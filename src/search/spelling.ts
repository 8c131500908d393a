const correctable = /^[a-z]{4,}$/;
/** One letter more or less makes another word of most short ones: bread, read, break. */
const longWord = 6;
/** A word of forty letters has two thousand slips, and stemming them would take a tenth of a second. */
const longestWord = 20;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The known words one slip away from an unknown one: two letters swapped; in a long word also a letter too many, one wrong,
 * one missing, but not the first, which is hardly ever wrong. Its cost does not grow with the dictionary.
 * @returns sorted; empty for numbers, formulas and very short words, which are more likely meant as they are
 */
export function findNeighbours(word: string, isKnown: (word: string) => boolean): string[] {
  if (!correctable.test(word)) return [];
  return [...new Set(slips(word))].filter(isKnown).sort();
}

function* slips(word: string): Generator<string> {
  for (let at = 0; at < word.length - 1; at++) {
    yield word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  }
  if (word.length < longWord || word.length > longestWord) return;
  for (let at = 1; at <= word.length; at++) {
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    for (const letter of letters) yield before + letter + word.slice(at);
    if (at === word.length) continue;
    yield before + after;
    for (const letter of letters) yield before + letter + after;
  }
}
