import { editDistance } from './closest-match.ts';

/** The most single-character insertions, deletions and substitutions between two words that are near. */
export const maxEdits = 2;
const thirds = [0, 1, 2] as const;
const shifts = [0, -1, 1, -2, 2] as const;

/**
 * Prepares a search for those of many words that are near another one, without a comparison with each of them: two
 * edits leave one third of a word as it is, at most two places further on.
 * @returns a function that lists them with their numbers of edits, in the order of the words
 */
export function indexNearWords(words: readonly string[]): (word: string) => { word: string; edits: number }[] {
  const numbers = new Map<string, number[]>();
  for (const [number, word] of words.entries())
    for (const third of thirds) {
      const { start, end } = cut(word.length, third);
      const key = nameThird(word.length, third, word.slice(start, end));
      const known = numbers.get(key);
      if (known) known.push(number);
      else numbers.set(key, [number]);
    }

  function* listCandidates(word: string): Generator<number> {
    for (let length = Math.max(1, word.length - maxEdits); length <= word.length + maxEdits; length += 1)
      for (const third of thirds) {
        const { start, end } = cut(length, third);
        for (const shift of shifts)
          if (start + shift >= 0 && end + shift <= word.length)
            yield* numbers.get(nameThird(length, third, word.slice(start + shift, end + shift))) ?? [];
      }
  }

  const letters = Uint32Array.from(words, markLetters);
  return (word) => {
    const own = markLetters(word);
    return [...new Set(listCandidates(word))]
      .filter((number) => countBits(own ^ (letters[number] ?? 0)) <= 2 * maxEdits)
      .sort((one, other) => one - other)
      .map((number) => words[number] ?? '')
      .map((near) => ({ word: near, edits: editDistance(word, near) }))
      .filter(({ edits }) => edits <= maxEdits);
  };
}

/** A bit for each letter that a word has: one edit changes two at most. */
function markLetters(word: string): number {
  let marks = 0;
  for (let at = 0; at < word.length; at += 1) marks |= 1 << (word.charCodeAt(at) & 31);
  return marks;
}

function countBits(marks: number): number {
  let count = 0;
  for (let left = marks; left !== 0; left &= left - 1) count += 1;
  return count;
}

function cut(length: number, third: number): { start: number; end: number } {
  return { start: Math.floor((length * third) / 3), end: Math.floor((length * (third + 1)) / 3) };
}

function nameThird(length: number, third: number, text: string): string {
  return `${length} ${third} ${text}`;
}
