import { expect, test } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import type { PublicArticle } from '../library/library.ts';
import { ByteLimitedMap, createReleaseCache } from './release-cache.ts';

const bytes = 10_000;

test('caches everything while there is room, and then no more bytes than the limit', () => {
  const map = new ByteLimitedMap<object>(100_000);
  const countCached = (count: number) =>
    Array.from({ length: count }, (_, at) => map.get(`${at}`)).filter(Boolean).length;
  for (let at = 0; at < 8; at += 1) map.offer(`${at}`, bytes, () => ({}));
  expect(countCached(8)).toBe(8);
  for (let at = 8; at < 500; at += 1) map.offer(`${at}`, bytes, () => ({}));
  expect(countCached(500)).toBeLessThanOrEqual(100_000 / bytes);
});

test('a full cache admits a value that is requested often, and rarely one that is requested once', () => {
  const map = new ByteLimitedMap<object>(100_000);
  let once = 0;
  let taken = 0;
  const askOnce = () => {
    once += 1;
    map.offer(`once ${once}`, bytes, () => {
      taken += 1;
      return {};
    });
  };
  while (taken === once) askOnce();
  for (let round = 0; round < 100; round += 1) {
    askOnce();
    if (!map.get('often')) map.offer('often', bytes, () => ({}));
  }
  expect(map.get('often')).toBeDefined();
  expect(taken).toBeLessThan(once / 2);
});

test('a newer value replaces an older one, and a value over the limit is not stored', () => {
  const map = new ByteLimitedMap<{ is: string }>(20_000);
  map.offer('it', bytes, () => ({ is: 'old' }));
  map.offer('it', bytes, () => ({ is: 'new' }));
  map.offer('large', 30_000, () => ({ is: 'large' }));
  expect([map.get('it')?.is, map.get('large')]).toEqual(['new', undefined]);
});

test('a cached result is a copy that retains no more memory than its bytes', () => {
  const list: [] = [];
  const cache = createReleaseCache({ list: () => list }, 100_000);
  // Cut from a block of 64 KB.
  const result = { bytes: Buffer.from('{"results":[]}'), confidence: 'sure' } as const;
  cache.begin()('it', result);
  const cached = cache.find('it');
  expect(cached).not.toBe(result);
  expect(Buffer.from(cached?.bytes ?? []).toString()).toBe('{"results":[]}');
  expect([cached?.bytes.buffer.byteLength, cached?.confidence]).toEqual([result.bytes.byteLength, 'sure']);
});

test('a result is not cached if an article was released while it was computed', () => {
  let list: PublicArticle[] = [];
  const cache = createReleaseCache({ list: () => list }, 100_000);
  const result = { bytes: Buffer.from('{"results":[]}') };
  const keep = cache.begin();
  list = [makeArticle({ slug: 'released' })];
  // Another request empties the cache.
  expect(cache.find('it')).toBeUndefined();
  keep('it', result);
  expect(cache.find('it')).toBeUndefined();
  cache.begin()('it', result);
  expect(cache.find('it')).toBeDefined();
});
