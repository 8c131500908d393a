import { expect, it } from 'vitest';
import { leastScore } from './query-terms.ts';

it('asks the same of every short question, and less of a long one, whose words no passage has all', () => {
  expect([1, 5, 10].map(leastScore)).toEqual([19, 19, 19]);
  const long = [11, 20, 40, 200].map(leastScore);
  expect(long).toEqual(long.toSorted((a, b) => b - a));
  expect(long[0]).toBeGreaterThan(18);
  expect(long.at(-1)).toBeGreaterThan(6);
  expect(long.at(-1)).toBeLessThan(7);
});
