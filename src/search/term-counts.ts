import { analyse } from './analyse.ts';

/** Where the terms of a text are kept, and how many it has in all, repetitions included. */
export interface TermCounts {
  start: number;
  end: number;
  length: number;
}

/** Numbers terms in the order of their first sight and remembers every text it has counted. */
export interface TermCounter {
  count(text: string): TermCounts;
  /** Tells the number of each distinct term and how often it occurs. */
  forEach(counts: TermCounts, hear: (term: number, count: number) => void): void;
  /** The term of each number. */
  readonly terms: readonly string[];
}

/** For indexes that share texts: with one counter each text is analysed once, however many indexes have it. */
export function createTermCounter(): TermCounter {
  const terms: string[] = [];
  const numbers = new Map<string, number>();
  const counted = new Map<string, TermCounts>();
  // Term and count by turns. One array for all: tens of thousands of small ones cost more than what is in them.
  let kept = new Uint32Array(65_536);
  let end = 0;
  /** Place in `kept` of each term's count in the text at hand, if it is after the start of that text. */
  let places = new Uint32Array(1_024);

  return {
    terms,
    count(text) {
      const known = counted.get(text);
      if (known !== undefined) return known;
      const found = countTerms(text);
      counted.set(text, found);
      return found;
    },
    forEach({ start, end }, hear) {
      for (let at = start; at < end; at += 2) hear(kept[at] ?? 0, kept[at + 1] ?? 0);
    },
  };

  function countTerms(text: string): TermCounts {
    const start = end;
    const all = analyse(text);
    if (end + all.length * 2 > kept.length) kept = enlarge(kept, end + all.length * 2);
    for (const term of all) {
      const number = numberOf(term);
      const place = places[number] ?? 0;
      if (place > start) {
        kept[place] = (kept[place] ?? 0) + 1;
        continue;
      }
      kept[end] = number;
      kept[end + 1] = 1;
      places[number] = end + 1;
      end += 2;
    }
    return { start, end, length: all.length };
  }

  function numberOf(term: string): number {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const number = terms.push(term) - 1;
    numbers.set(term, number);
    if (number >= places.length) places = enlarge(places, number + 1);
    return number;
  }
}

function enlarge(numbers: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
