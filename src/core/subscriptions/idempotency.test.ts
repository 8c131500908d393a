import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestClock } from '../../../tests/store/clock.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { CorruptRecord } from '../../store/record-kinds.ts';
import { once } from './idempotency.ts';
import { locateIdempotencyKey } from './idempotency-key.ts';

/** A run that the test ends when it likes. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = { runs: 0, end: resolve, fail: reject, run: () => promise };
  work.run = () => {
    work.runs += 1;
    return promise;
  };
  return work;
}

function createDesk(storeClock?: () => number) {
  const clock = createTestClock();
  const store = createMemoryStore(storeClock ?? clock.now);
  const ask = (about: { key?: string; body?: string; scope?: string; run: () => Promise<string> }) =>
    once({
      store,
      scope: about.scope ?? 'orders',
      key: about.key ?? 'key',
      fingerprint: about.body ?? 'body',
      schema: z.string(),
      ttlMs: 60_000,
      now: clock.now,
      randomBytes,
      run: about.run,
    });
  return { ...clock, store, ask };
}

/** Lets pending work continue. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('the first request runs, and later ones get its value until it expires', async () => {
  const desk = createDesk();
  expect(await desk.ask({ run: async () => 'one' })).toEqual({ kind: 'done', value: 'one', isReplay: false });
  await desk.pass(59_999);
  expect(await desk.ask({ run: async () => 'two' })).toEqual({ kind: 'done', value: 'one', isReplay: true });
  await desk.pass(1);
  expect(await desk.ask({ run: async () => 'three' })).toEqual({ kind: 'done', value: 'three', isReplay: false });
});

test('another key or another scope is another request', async () => {
  const desk = createDesk();
  await desk.ask({ run: async () => 'one' });
  expect(await desk.ask({ key: 'other', run: async () => 'two' })).toMatchObject({ value: 'two', isReplay: false });
  expect(await desk.ask({ scope: 'other', run: async () => 'three' })).toMatchObject({
    value: 'three',
    isReplay: false,
  });
});

test('another body is refused, while the first runs and after', async () => {
  const desk = createDesk();
  const work = createWork();
  const first = desk.ask({ run: work.run });
  await settle();
  expect(await desk.ask({ body: 'other', run: work.run })).toEqual({ kind: 'idempotency_key_reused' });
  work.end('done');
  await first;
  expect(await desk.ask({ body: 'other', run: work.run })).toEqual({ kind: 'idempotency_key_reused' });
  expect(work.runs).toBe(1);
});

test('of 50 concurrent requests one runs, and the others must wait', async () => {
  const desk = createDesk();
  const work = createWork();
  const request = Array.from({ length: 50 }, () => desk.ask({ run: work.run }));
  await settle();
  work.end('done');
  const outcomes = await Promise.all(request);
  expect(work.runs).toBe(1);
  expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === 'idempotency_in_flight')).toHaveLength(49);
  expect(outcomes[49]).toEqual({ kind: 'idempotency_in_flight', retryAfter: 10 });
});

test('a run that fails leaves the key free and its failure to its caller', async () => {
  const desk = createDesk();
  await expect(desk.ask({ run: () => Promise.reject(new RangeError('no')) })).rejects.toThrow(new RangeError('no'));
  expect(await desk.ask({ run: async () => 'better' })).toMatchObject({ value: 'better', isReplay: false });
});

test('the request of a process that died frees its key within seconds', async () => {
  const desk = createDesk();
  const lost = createWork();
  void desk.ask({ run: lost.run }); // never ends, as if its process were gone
  await settle();
  await desk.pass(9_500);
  expect(await desk.ask({ run: async () => 'next' })).toEqual({ kind: 'idempotency_in_flight', retryAfter: 1 });
  await desk.pass(500);
  expect(await desk.ask({ run: async () => 'next' })).toEqual({ kind: 'done', value: 'next', isReplay: false });
});

test('one that outlives its lease tells the value of who was done first, and frees nothing when it fails', async () => {
  const desk = createDesk();
  const slow = createWork();
  const late = desk.ask({ run: slow.run });
  await settle();
  await desk.pass(10_000);
  await desk.ask({ run: async () => 'first' });
  slow.end('second');
  expect(await late).toEqual({ kind: 'done', value: 'first', isReplay: true });

  const failing = createWork();
  const lateFailure = desk.ask({ key: 'k2', run: failing.run });
  await settle();
  await desk.pass(10_000);
  const running = createWork();
  const taken = desk.ask({ key: 'k2', run: running.run });
  await settle();
  failing.fail(new Error('too late'));
  await expect(lateFailure).rejects.toThrow('too late');
  expect(await desk.ask({ key: 'k2', run: running.run })).toMatchObject({ kind: 'idempotency_in_flight' });
  running.end('mine');
  expect(await taken).toEqual({ kind: 'done', value: 'mine', isReplay: false });
});

test('a store whose clock is behind never says to wait for less than a second', async () => {
  const desk = createDesk(() => 0);
  void desk.ask({ run: createWork().run }); // never ends
  await settle();
  await desk.pass(60_000);
  expect(await desk.ask({ run: async () => 'x' })).toEqual({ kind: 'idempotency_in_flight', retryAfter: 1 });
});

test('when the store goes away in the middle, the failure of the run is the one that is seen', async () => {
  const desk = createDesk();
  const run = async () => {
    await desk.store.close();
    throw new RangeError('no');
  };
  await expect(desk.ask({ run })).rejects.toThrow(RangeError);
});

test('a stored value that does not parse is reported', async () => {
  const desk = createDesk();
  const place = await locateIdempotencyKey('orders', 'key');
  const value = JSON.stringify({ state: 'done', fingerprint: 'body', value: 7 });
  await desk.store.update(`idem:${place}`, () => ({ op: 'put', value, ttlMs: 1_000, result: 0 }));
  await expect(desk.ask({ run: async () => 'x' })).rejects.toThrow(CorruptRecord);
});
