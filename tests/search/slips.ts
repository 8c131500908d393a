import type { SearchEngine } from '../../src/search/engine.ts';

type Slip = (word: string, at: number) => string;

/** What fingers do to a word, at a place from 0. */
export const slips: Readonly<Record<string, Slip>> = {
  missing: (word, at) => word.slice(0, at) + word.slice(at + 1),
  doubled: (word, at) => word.slice(0, at + 1) + word.slice(at),
  swapped: (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  replaced: (word, at) => word.slice(0, at) + (word[at] === 'e' ? 'o' : 'e') + word.slice(at + 1),
  added: (word, at) => word.slice(0, at) + (word[at] === 'r' ? 'n' : 'r') + word.slice(at),
};

/**
 * How many words lead to the same first article when they are typed alone with a slip, one in each place; of how many.
 */
export interface SlipCount {
  found: number;
  of: number;
  missed: string[];
}

/** Counts by kind; `two slips` are every pair of kinds, in words of nine to fourteen letters. */
export function countSlips(engine: SearchEngine, words: readonly string[]): Record<string, SlipCount> {
  const first = (text: string) => engine.search({ text, limit: 1, isVisible: () => true })[0]?.slug;
  const count = (pairs: readonly (readonly [word: string, typed: string])[]): SlipCount => {
    const typos = pairs.filter(([word, typed]) => word !== typed);
    const missed = typos.filter(([word, typed]) => first(typed) !== first(word)).map(([, typed]) => typed);
    return { found: typos.length - missed.length, of: typos.length, missed };
  };
  const kinds = Object.entries(slips);
  const byKind = kinds.map(([kind, slip]): [string, SlipCount] => {
    const places = (word: string) => [...word].keys().take(word.length - (kind === 'swapped' ? 1 : 0));
    return [kind, count(words.flatMap((word) => [...places(word)].map((at) => [word, slip(word, at)] as const)))];
  });
  const long = words.filter(({ length }) => length >= 9 && length <= 14);
  const twice = long.flatMap((word) =>
    kinds.flatMap(([, one]) => kinds.map(([, two]) => [word, two(one(word, 2), word.length - 3)] as const)),
  );
  return Object.fromEntries([...byKind, ['two slips', count(twice)]]);
}
