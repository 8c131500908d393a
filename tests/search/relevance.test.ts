import { expect, it } from 'vitest';
import { boundDifference, compare, evaluateWindow } from '../load/search/relevance.ts';

const judged = new Map([
  ['a', { gain: 1, sections: new Set<string>() }],
  ['b', { gain: 1, sections: new Set<string>() }],
]);

function hits(...ids: string[]) {
  return ids.map((id) => ({ id }));
}

it('gives 1 for every relevant document in front', () => {
  expect(evaluateWindow(hits('b', 'a', 'c'), judged)).toEqual({
    ndcg10: 1,
    reciprocalRank10: 1,
    recall100: 1,
    success1: 1,
    section1: undefined,
  });
});

it('discounts later ranks by their logarithm', () => {
  const { ndcg10, reciprocalRank10, recall100, success1 } = evaluateWindow(hits('x', 'a'), judged);
  expect(ndcg10).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 10);
  expect(reciprocalRank10).toBe(0.5);
  expect(recall100).toBe(0.5);
  expect(success1).toBe(0);
});

it('gives 0 for an answer without a relevant document among the first ten', () => {
  const late = hits(...Array.from({ length: 10 }, (_, at) => `x${at}`), 'a');
  expect(evaluateWindow(late, judged)).toMatchObject({ ndcg10: 0, reciprocalRank10: 0, recall100: 0.5 });
});

it('looks at the section of the first hit where sections were judged', () => {
  const bySection = new Map([['a', { gain: 1, sections: new Set(['two']) }]]);
  expect(evaluateWindow([{ id: 'a', section: 'two' }], bySection).section1).toBe(1);
  expect(evaluateWindow([{ id: 'a', section: 'one' }], bySection).section1).toBe(0);
  expect(evaluateWindow([{ id: 'b', section: 'two' }], bySection).section1).toBe(0);
});

it('calls a difference chance when it goes both ways, and none when it always goes one way', () => {
  const even = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.1 : -0.1));
  const zeros = even.map(() => 0);
  expect(compare(even, zeros)).toBeGreaterThan(0.9);
  expect(compare(even.map(Math.abs), zeros)).toBeLessThan(0.001);
});

it('bounds a difference on both sides, around none when it goes both ways', () => {
  const even = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.1 : -0.1));
  const zeros = even.map(() => 0);
  const [low, high] = boundDifference(even, zeros);
  expect(low).toBeLessThan(0);
  expect(high).toBeGreaterThan(0);
  expect(high - low).toBeCloseTo((2 * 1.96 * 0.1) / Math.sqrt(40), 1);
  expect(boundDifference(even.map(Math.abs), zeros).map((bound) => bound.toFixed(6))).toEqual(['0.100000', '0.100000']);
});
