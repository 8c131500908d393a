import { expect, it } from 'vitest';
import { findNeighbours } from './spelling.ts';

const known = new Set(['read', 'break', 'broad', 'beard', 'glacier', 'friction', 'count', 'type']);

function neighbours(word: string): string[] {
  return findNeighbours(word, (other) => known.has(other));
}

it('finds a long word with a letter too many, wrong or missing, and any with two swapped', () => {
  expect(neighbours('glacer')).toEqual(['glacier']);
  expect(neighbours('frictionn')).toEqual(['friction']);
  expect(neighbours('frictjon')).toEqual(['friction']);
  expect(neighbours('frcition')).toEqual(['friction']);
  expect(neighbours('raed')).toEqual(['read']);
});

it('makes no other word of a short one, nor of one with another first letter', () => {
  expect(neighbours('bread')).toEqual([]);
  expect(neighbours('tyre')).toEqual([]);
  expect(neighbours('mount')).toEqual([]);
  expect(neighbours('raction')).toEqual([]);
  expect(neighbours('triction')).toEqual([]);
});

it('tries only swapped letters in a word that is very long', () => {
  const tried: string[] = [];
  findNeighbours('abcdefghijklmnopqrstuvwxyz', (word) => tried.push(word) < 0);
  expect(tried).toHaveLength(25);
});
