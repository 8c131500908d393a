import { expect, it } from 'vitest';
import { createMemo } from './index-file.ts';

it('makes a value once, and forgets all of them when they are too large together', () => {
  const made: number[] = [];
  const double = createMemo({
    max: 3,
    make(number) {
      made.push(number);
      return number * 2;
    },
    sizeOf: () => 2,
  });
  expect([1, 2, 1, 2].map(double)).toEqual([2, 4, 2, 4]);
  expect(made).toEqual([1, 2]);
  expect([3, 1].map(double)).toEqual([6, 2]);
  expect(made).toEqual([1, 2, 3, 1]);
});
