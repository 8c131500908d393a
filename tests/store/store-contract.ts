import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';

/** What an engine brings so that the one suite can run on it. */
export interface Engine {
  /** Opens a store on the same data each time. */
  open(): Promise<Store>;
  now(): number;
  /** Lets that much time pass, by the clock the engine goes by. */
  pass(ms: number): Promise<void>;
  /** STORE_URL for other processes; undefined when the engine lives in one. */
  url?: string;
  stop(): Promise<void>;
}

const minuteMs = 60_000;

/** Every promise of `Store` that does not depend on the engine. */
export function describeStore(name: string, start: () => Promise<Engine>, isShared: boolean) {
  describe(`store contract on ${name}`, () => {
    let engine: Engine;
    let store: Store;
    beforeAll(async () => {
      engine = await start();
      store = await engine.open();
    });
    afterAll(async () => {
      await store.close();
      await engine.stop();
    });

    /** A key that no test and no earlier try of this one has used. */
    const unusedKey = (name: string) => `${name} ${randomUUID()}`;
    const put = (key: string, value: string, ttlMs = minuteMs) =>
      store.update(key, () => ({ op: 'put', value, ttlMs, result: undefined }));

    test('an unknown key is undefined', async () => {
      expect(await store.get('unknown')).toBeUndefined();
    });

    test('a value comes back as it was put, whatever its letters', async () => {
      const value = 'ä\u0000"\\\n😀 \u2028';
      await put('key with spaces: ü\n', value);
      expect(await store.get('key with spaces: ü\n')).toBe(value);
      await put('empty', '');
      expect(await store.get('empty')).toBe('');
    });

    test('update shows the value, writes the decision and hands back the result', async () => {
      expect(
        await store.update('u', (seen) => ({ op: 'put', value: 'one', ttlMs: minuteMs, result: seen ?? 'none' })),
      ).toBe('none');
      expect(await store.update('u', (seen) => ({ op: 'put', value: '', ttlMs: minuteMs, result: seen }))).toBe('one');
      expect(await store.update('u', (seen) => ({ op: 'keep', result: seen }))).toBe('');
      expect(await store.update('u', (seen) => ({ op: 'delete', result: seen }))).toBe('');
      expect(await store.update('u', (seen) => ({ op: 'delete', result: seen }))).toBeUndefined();
      expect(await store.get('u')).toBeUndefined();
    });

    test('an exception of decide reaches its caller alone and writes nothing', async () => {
      const outcomes = await Promise.allSettled([
        put('neighbour', 'written'),
        store.update('thrower', () => {
          throw new RangeError('no decision');
        }),
        put('neighbour 2', 'written'),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[1]).toMatchObject({ reason: new RangeError('no decision') });
      expect(await store.get('thrower')).toBeUndefined();
      expect(await store.get('neighbour 2')).toBe('written');
    });

    // A store refuses what takes longer than a second, which 200 calls may on a machine that is busy.
    const slow = { retry: 3 };

    test('of 200 at once exactly one finds the key free, and all see its value', slow, async () => {
      const key = unusedKey('claim');
      const claims = Array.from({ length: 200 }, (_, index) =>
        store.update(key, (seen) =>
          seen === undefined
            ? { op: 'put', value: `${index}`, ttlMs: minuteMs, result: { isWinner: true, value: `${index}` } }
            : { op: 'keep', result: { isWinner: false, value: seen } },
        ),
      );
      const results = await Promise.all(claims);
      expect(results.filter(({ isWinner }) => isWinner)).toHaveLength(1);
      expect(new Set(results.map(({ value }) => value)).size).toBe(1);
    });

    test('200 read-decide-write steps at once lose nothing', slow, async () => {
      const key = unusedKey('sum');
      const add = () =>
        store.update(key, (seen) => ({
          op: 'put',
          value: `${Number(seen ?? 0) + 1}`,
          ttlMs: minuteMs,
          result: undefined,
        }));
      await Promise.all(Array.from({ length: 200 }, add));
      expect(await store.get(key)).toBe('200');
    });

    test('200 counts at once are the numbers 1 to 200, with one reset', slow, async () => {
      const key = unusedKey('hits');
      const counts = await Promise.all(Array.from({ length: 200 }, () => store.increment(key, minuteMs)));
      expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 200 }, (_, i) => i + 1),
      );
      for (const { resetAt } of counts) {
        expect(resetAt).toBeGreaterThan(engine.now());
        expect(resetAt).toBeLessThanOrEqual(engine.now() + minuteMs);
      }
    });

    test('a counter takes several at once', async () => {
      expect((await store.increment('several', minuteMs, 7)).count).toBe(7);
      expect((await store.increment('several', minuteMs)).count).toBe(8);
      expect((await store.increment('several', minuteMs, 3)).count).toBe(11);
    });

    test('a value is gone when its time has passed, and the key is free again', async () => {
      await put('brief', 'here', 150);
      expect(await store.get('brief')).toBe('here');
      await engine.pass(150);
      expect(await store.get('brief')).toBeUndefined();
      expect(await store.update('brief', (seen) => ({ op: 'keep', result: seen }))).toBeUndefined();
    });

    test('a put starts the time to live anew', async () => {
      await put('renewed', 'one', 150);
      await put('renewed', 'two', minuteMs);
      await engine.pass(160);
      expect(await store.get('renewed')).toBe('two');
    });

    test('a counter keeps its window and starts anew after it', async () => {
      const first = await store.increment('window', 200);
      await engine.pass(50);
      const second = await store.increment('window', 200);
      expect(second.count).toBe(2);
      expect(Math.abs(second.resetAt - first.resetAt)).toBeLessThanOrEqual(25);
      await engine.pass(150);
      expect((await store.increment('window', 200)).count).toBe(1);
    });

    test('a window that was made shorter is over no later than the new length', async () => {
      await store.increment('shorter', minuteMs);
      const { count, resetAt } = await store.increment('shorter', 1_000);
      expect(count).toBe(2);
      expect(resetAt).toBeLessThanOrEqual(engine.now() + 1_000);
    });

    test('a list gives its items by position, so many of them and with its head', async () => {
      expect(await store.readList('empty', { after: 0, limit: 10 })).toEqual({ items: [] });
      const items = [30, 2, 11].map((position) => ({ id: `ä ${position}`, position, value: `"${position}"\u0000` }));
      expect(await store.writeList('numbers', { seen: undefined, head: 'one', items })).toBe(true);
      const [last, first, middle] = items;
      expect(await store.readList('numbers', { after: 0, limit: 10 })).toEqual({
        head: 'one',
        items: [first, middle, last],
      });
      expect(await store.readList('numbers', { after: 2, limit: 1 })).toEqual({ head: 'one', items: [middle] });
      expect(await store.readList('numbers', { after: 30, limit: 5 })).toEqual({ head: 'one', items: [] });
      expect(await store.readList('numbers', { after: 0, limit: 0 })).toEqual({ head: 'one', items: [] });
      expect(await store.readList('other', { after: 0, limit: 10 })).toEqual({ items: [] });
    });

    test('an item that is written again moves, and has one place', async () => {
      const item = (id: string, position: number) => ({ id, position, value: `${id} at ${position}` });
      await store.writeList('moves', { seen: undefined, head: '1', items: [item('a', 1), item('b', 2)] });
      await store.writeList('moves', { seen: '1', head: '2', items: [item('a', 3)] });
      expect(await store.readList('moves', { after: 0, limit: 10 })).toEqual({
        head: '2',
        items: [item('b', 2), item('a', 3)],
      });
    });

    test('a list is not written by a caller that has seen another head', async () => {
      const items = [{ id: 'a', position: 1, value: 'late' }];
      await store.writeList('heads', { seen: undefined, head: 'one', items: [] });
      expect(await store.writeList('heads', { seen: undefined, head: 'two', items })).toBe(false);
      expect(await store.writeList('heads', { seen: 'other', head: 'two', items })).toBe(false);
      expect(await store.readList('heads', { after: 0, limit: 10 })).toEqual({ head: 'one', items: [] });
    });

    test('of 50 writes of a list at once one is taken, each time', async () => {
      for (const seen of [undefined, 'round 0']) {
        const round = seen === undefined ? 'round 0' : 'round 1';
        const writes = Array.from({ length: 50 }, (_, index) =>
          store.writeList('race', { seen, head: round, items: [{ id: 'winner', position: 1, value: `${index}` }] }),
        );
        const outcomes = await Promise.all(writes);
        expect(outcomes.filter((isWritten) => isWritten)).toHaveLength(1);
        const { items } = await store.readList('race', { after: 0, limit: 10 });
        expect(items).toEqual([{ id: 'winner', position: 1, value: `${outcomes.indexOf(true)}` }]);
      }
    });

    test('an open store answers a ping', async () => {
      await store.ping();
    });

    test('what was written is there for another connection', async ({ skip }) => {
      skip(!isShared, `${name} lives in one process`);
      await put('durable', 'yes');
      const other = await engine.open();
      expect(await other.get('durable')).toBe('yes');
      await other.close();
    });

    test('two processes race on 500 keys: one winner each, and both agree on it', async ({ skip }) => {
      skip(!isShared, `${name} lives in one process`);
      const [one, two] = await Promise.all([claimFromProcess(engine, 'one'), claimFromProcess(engine, 'two')]);
      expect(one.length).toBe(500);
      expect(one).toEqual(two);
      const winners = new Set(one);
      expect([...winners].every((owner) => owner === 'one' || owner === 'two')).toBe(true);
    }, 60_000);

    test('a closed store refuses everything and may be closed again', async () => {
      const closed = await engine.open();
      await closed.close();
      await closed.close();
      await expect(closed.get('k')).rejects.toThrow(StoreUnavailable);
      await expect(closed.update('k', () => ({ op: 'keep', result: 1 }))).rejects.toThrow(StoreUnavailable);
      await expect(closed.increment('k', 1_000)).rejects.toThrow(StoreUnavailable);
      await expect(closed.readList('l', { after: 0, limit: 1 })).rejects.toThrow(StoreUnavailable);
      await expect(closed.writeList('l', { seen: undefined, head: '', items: [] })).rejects.toThrow(StoreUnavailable);
      await expect(closed.ping()).rejects.toThrow(StoreUnavailable);
    });
  });
}

/** Who won each of the 500 keys, as seen by a process that tried to win them all. */
async function claimFromProcess(engine: Engine, owner: string): Promise<unknown[]> {
  const child = fork(new URL('./claim-process.ts', import.meta.url), [engine.url ?? '', owner]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
  const [owners]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  return Array.isArray(owners) ? owners : [];
}
