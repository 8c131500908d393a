import { termsOf, wordsOf } from './analyse.ts';

/** The distinct terms of a text, and how many it has in all. */
export interface TermCounts {
  /** From `start` to `end`: the number of a term and how often it occurs, by turns. */
  kept: Uint32Array;
  start: number;
  end: number;
  /** In terms, repetitions included. */
  length: number;
}

export interface TermCounter {
  count(text: string): TermCounts;
  /** The term of each number, in the order of their first sight. */
  readonly terms: readonly string[];
}

/** Numbers of many texts share an array: tens of thousands of small ones cost more than what is in them. */
const shelfSize = 1 << 20;

export function createTermCounter(): TermCounter {
  const terms: string[] = [];
  const numbers = new Map<string, number>();
  const numbersOfWord = new Map<string, readonly number[]>();
  /** Where the count of a term stands, if that is within the text at hand. */
  const places: number[] = [];
  let kept = new Uint32Array(shelfSize);
  let end = 0;

  return {
    terms,
    count(text) {
      const words = wordsOf(text).map(readWord);
      const length = words.reduce((sum, found) => sum + found.length, 0);
      if (end + length * 2 > kept.length) {
        kept = new Uint32Array(Math.max(shelfSize, length * 2));
        end = 0;
        places.fill(0);
      }
      const start = end;
      for (const found of words) for (const number of found) add(number, start);
      return { kept, start, end, length };
    },
  };

  function add(number: number, start: number): void {
    const place = places[number] ?? 0;
    if (place > start) {
      kept[place] = (kept[place] ?? 0) + 1;
      return;
    }
    kept[end] = number;
    kept[end + 1] = 1;
    places[number] = end + 1;
    end += 2;
  }

  function readWord(word: string): readonly number[] {
    const known = numbersOfWord.get(word);
    if (known !== undefined) return known;
    const found = termsOf(word).map(numberOf);
    numbersOfWord.set(word, found);
    return found;
  }

  function numberOf(term: string): number {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const number = terms.push(term) - 1;
    numbers.set(term, number);
    places.push(0);
    return number;
  }
}
