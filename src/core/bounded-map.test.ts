import { expect, test } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

function createNumbers(capacity: number, count: number) {
  const map = createBoundedMap<number, { n: number }>(capacity);
  for (let n = 0; n < count; n++) map.set(n, { n });
  return map;
}

test('what was set comes back, and the newest value counts', () => {
  const map = createNumbers(10, 3);
  map.set(1, { n: 100 });
  expect([map.get(0), map.get(1), map.get(3)]).toEqual([{ n: 0 }, { n: 100 }, undefined]);
});

test('the last `capacity` entries are there, and fewer than twice as many', () => {
  const map = createNumbers(10, 1_000);
  const kept = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => map.get(n));
  expect(kept.slice(-10)).toEqual(Array.from({ length: 10 }, (_, index) => 990 + index));
  expect(kept.length).toBeLessThanOrEqual(20);
});

test('setting one entry over and over forgets no other', () => {
  const map = createNumbers(3, 3);
  for (let n = 0; n < 100; n++) map.set(2, { n });
  expect([map.get(0), map.get(1), map.get(2)]).toEqual([{ n: 0 }, { n: 1 }, { n: 99 }]);
});

test('an entry that is used stays, however many come', () => {
  const map = createNumbers(10, 1);
  for (let n = 1; n < 1_000; n++) {
    map.set(n, { n });
    expect(map.get(0)).toEqual({ n: 0 });
  }
});

test('an entry of the older generation that is set anew has its new value from then on', () => {
  const map = createNumbers(2, 3);
  map.set(0, { n: 7 });
  for (let n = 10; n < 12; n++) {
    map.set(n, { n });
    expect(map.get(0)).toEqual({ n: 7 });
  }
});

test('entries may weigh more than one; the weight that is held stays under twice the capacity', () => {
  const map = createBoundedMap<number, { n: number }>(100, ({ n }) => n % 50);
  for (let n = 0; n < 1_000; n++) {
    map.set(n, { n });
    map.set(n, { n });
  }
  const kept = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => map.get(n));
  expect(kept.at(-1)).toBe(999);
  expect(kept.reduce((weight, n) => weight + (n % 50), 0)).toBeLessThan(200);
});
