import { expect, it } from 'vitest';
import { leastScore } from './query-terms.ts';

it('asks the same of every short question, and less of a long one, whose words no passage has all', () => {
  expect([1, 5, 10].map((words) => leastScore(words))).toEqual([18, 18, 18]);
  const long = [11, 20, 40, 200].map((words) => leastScore(words));
  expect(long).toEqual(long.toSorted((a, b) => b - a));
  expect(long[0]).toBeGreaterThan(17);
  expect(long.at(-1)).toBeGreaterThan(6);
  expect(long.at(-1)).toBeLessThan(7);
});

it('asks more of what has one or two of several words, which may mean anything', () => {
  expect([0, 1, 2, 3, 4].map((found) => leastScore(4, found))).toEqual([30, 30, 25, 18, 18]);
  expect([leastScore(1, 1), leastScore(2, 2)]).toEqual([18, 18]);
});
