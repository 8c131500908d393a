const correctable = /^[a-z]{4,}$/;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The known words one slip away from an unknown one: a letter too many, two swapped, one wrong, one missing.
 * Tries every slip (some 54 a letter) instead of walking the dictionary, so its cost does not grow with that.
 * @returns sorted; empty for numbers, formulas and short words, which are more likely meant as they are
 */
export function findNeighbours(word: string, isKnown: (word: string) => boolean): string[] {
  if (!correctable.test(word)) return [];
  return [...new Set(slips(word))].filter(isKnown).sort();
}

function* slips(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at);
    const here = word.charAt(at);
    const after = word.slice(at + 1);
    for (const letter of letters) yield before + letter + here + after;
    if (here === '') continue;
    yield before + after;
    yield before + after.charAt(0) + here + after.slice(1);
    for (const letter of letters) yield before + letter + after;
  }
}
