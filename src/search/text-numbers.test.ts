import { expect, it } from 'vitest';
import { createTextNumbers, hashTexts } from './text-numbers.ts';

it('numbers texts as they are met, however many lists have them', () => {
  const numbers = createTextNumbers();
  const number = (...texts: string[]) => texts.map((_, at) => numbers.numberOf(hashTexts(texts), at));
  expect(number('one', 'two', 'one')).toEqual([0, 1, 0]);
  expect(number('three', 'two')).toEqual([2, 1]);
  expect(number('', 'one', '')).toEqual([3, 0, 3]);
  expect(number('four', 'one')).toEqual([4, 0]);
});

it('tells a hundred thousand words apart, and all their neighbours', () => {
  const words = Array.from({ length: 50_000 }, (_, number) => [`word${number}`, `${number}drow`]).flat();
  const hashes = hashTexts(words);
  const numbers = createTextNumbers();
  const first = words.map((_, at) => numbers.numberOf(hashes, at));
  expect(first).toEqual(words.map((_, at) => at));
  expect(words.map((_, at) => numbers.numberOf(hashes, at))).toEqual(first);
});

it('gives texts of other letters, order or length another hash', () => {
  const texts = ['ab', 'ba', 'aab', 'ab ', 'AB', 'äb', '日本', '本日', 'a\nb', 'ab\t'];
  const hashes = hashTexts(texts);
  const pairs = texts.map((_, at) => `${hashes[2 * at]} ${hashes[2 * at + 1]}`);
  expect(new Set(pairs).size).toBe(texts.length);
});
