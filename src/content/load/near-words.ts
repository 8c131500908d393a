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

  return (word) =>
    [...new Set(listCandidates(word))]
      .sort((one, other) => one - other)
      .map((number) => words[number] ?? '')
      .map((near) => ({ word: near, edits: editDistance(word, near) }))
      .filter(({ edits }) => edits <= maxEdits);
}

function cut(length: number, third: number): { start: number; end: number } {
  return { start: Math.floor((length * third) / 3), end: Math.floor((length * (third + 1)) / 3) };
}

function nameThird(length: number, third: number, text: string): string {
  return `${length} ${third} ${text}`;
}
