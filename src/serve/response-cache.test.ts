import { expect, test } from 'vitest';
import type { PublicArticle } from '../library/library.ts';
import { toBodyVariants } from './body-variants.ts';
import { type CacheEntry, createResponseCache, noPrebuiltResponses } from './response-cache.ts';

test('an entry contains only its own bytes, not the buffer that they were cut from', async () => {
  const list: PublicArticle[] = [];
  const cache = createResponseCache({
    maxBytes: 100_000,
    catalogue: { list: () => list },
    prebuilt: noPrebuiltResponses,
  });
  const bytes = Buffer.from('a small response');
  const cut = Buffer.from('in another encoding').subarray(3);
  const content = toBodyVariants({ identity: bytes, gzip: cut }, { type: 'text/plain' });
  const entry = { status: 200, headers: [], content, released: list };
  await cache.fill('small', { create: async () => entry });
  const cached = cache.find('small')?.content;
  if (!cached || !('identity' in cached)) throw new Error('It was not cached.');
  expect(bytes.buffer.byteLength).toBeGreaterThan(1_000);
  for (const [form, whole] of [
    [cached.identity, bytes],
    [cached.gzip, cut],
  ] as const) {
    expect(Buffer.from(form?.bytes ?? []).toString()).toBe(whole.toString());
    expect(form?.bytes.buffer.byteLength).toBe(whole.byteLength);
  }
});

/** A cache over article lists that change; each response states how many were created before it. */
function start(isCacheable: boolean) {
  let list: PublicArticle[] = [];
  let made = 0;
  const cache = createResponseCache({
    maxBytes: 100_000,
    catalogue: { list: () => list },
    prebuilt: noPrebuiltResponses,
  });
  const run = async () => {
    made += 1;
    const entry = { status: 200, headers: ['number', String(made)], content: undefined };
    const released = list;
    await new Promise(setImmediate);
    return isCacheable ? { ...entry, released } : entry;
  };
  const ask = async () => (cache.find('it') ?? (await cache.fill('it', { create: run }))).headers[1];
  return { ask, release: () => (list = []) };
}

test('forty concurrent callers get one response, and so does a later caller', async () => {
  const { ask } = start(true);
  expect(new Set(await Promise.all(Array.from({ length: 40 }, ask)))).toEqual(new Set(['1']));
  expect(await ask()).toBe('1');
});

test('an entry expires with the article list that it was created from, even while it is being created', async () => {
  const { ask, release } = start(true);
  const early = ask();
  release();
  expect([await early, await ask(), await ask()]).toEqual(['1', '2', '2']);
  release();
  expect(await ask()).toBe('3');
});

test('what does not last is made for each who asks', async () => {
  const { ask } = start(false);
  expect(new Set(await Promise.all([ask(), ask(), ask()])).size).toBe(3);
});

test('a failed run is not cached: waiting callers get the error, and the next caller starts a new run', async () => {
  const list: PublicArticle[] = [];
  const cache = createResponseCache({
    maxBytes: 100_000,
    catalogue: { list: () => list },
    prebuilt: noPrebuiltResponses,
  });
  const fail = async () => {
    await new Promise(setImmediate);
    throw new Error('The first run failed.');
  };
  const waiting = await Promise.allSettled([cache.fill('it', { create: fail }), cache.fill('it', { create: fail })]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const entry = { status: 200, headers: [], content: undefined, released: list };
  expect(await cache.fill('it', { create: async () => entry })).toBe(entry);
});

test('a prebuilt response comes before creating one, and is cached with what its key adds', async () => {
  const list: PublicArticle[] = [];
  const ready = { status: 200, headers: ['prebuilt', 'yes'], content: undefined };
  const prebuilt = { has: () => true, read: async (address: string) => (address === '/it' ? ready : undefined) };
  const cache = createResponseCache({ maxBytes: 100_000, catalogue: { list: () => list }, prebuilt });
  const create = async () => ({ status: 200, headers: ['prebuilt', 'no'], content: undefined });
  const complete = (entry: CacheEntry) => ({ ...entry, late: () => ['at', 'last'] });
  expect((await cache.fill('it', { url: '/it', complete, create })).headers).toEqual(['prebuilt', 'yes']);
  expect(cache.find('it')?.late?.()).toEqual(['at', 'last']);
  expect((await cache.fill('other', { url: '/other', complete, create })).headers).toEqual(['prebuilt', 'no']);
  expect(cache.find('other')).toBeUndefined();
});

test('a cached response is a copy that retains no more memory than its bytes', async () => {
  const list: PublicArticle[] = [];
  const cache = createResponseCache({
    maxBytes: 100_000,
    catalogue: { list: () => list },
    prebuilt: noPrebuiltResponses,
  });
  const bytes = Buffer.allocUnsafeSlow(10).fill('a');
  const content = { identity: { bytes, etag: '"a"', headers: ['content-type', 'text/plain'] } };
  const entry = { status: 200, headers: [], content, released: list };
  await cache.fill('it', { create: async () => entry });
  const cached = cache.find('it');
  expect(cached).toEqual(entry);
  const copied = cached?.content && 'identity' in cached.content ? cached.content.identity.bytes : undefined;
  expect(copied).not.toBe(bytes);
  expect(copied?.buffer.byteLength).toBe(bytes.byteLength);
});
