import { expect, it } from 'vitest';
import { judge } from '../load/search/relevance.ts';

const gains = new Map([
  ['a', 1],
  ['b', 1],
]);

it('gives 1 for every relevant document in front', () => {
  expect(judge(['b', 'a', 'c'], gains)).toEqual({ ndcg10: 1, reciprocalRank10: 1, recall100: 1 });
});

it('discounts later ranks by their logarithm', () => {
  const { ndcg10, reciprocalRank10, recall100 } = judge(['x', 'a'], gains);
  expect(ndcg10).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 10);
  expect(reciprocalRank10).toBe(0.5);
  expect(recall100).toBe(0.5);
});

it('gives 0 for an answer without a relevant document among the first ten', () => {
  const late = [...Array.from({ length: 10 }, (_, at) => `x${at}`), 'a'];
  expect(judge(late, gains)).toEqual({ ndcg10: 0, reciprocalRank10: 0, recall100: 0.5 });
});
