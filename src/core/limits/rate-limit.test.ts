import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../tests/store/clock.ts';
import { createMemoryStore } from '../../store/memory.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { createMemoryRateLimiter } from './memory.ts';
import { groupAddress } from './rate-limit.ts';
import { createSharedRateLimiter } from './shared.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Bytes in use, without what nobody holds any more. */
function measureHeap(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  return process.memoryUsage().heapUsed;
}

const policy = { name: 'api', limit: 3, windowMs: 60_000 };

const engines = {
  memory: (now: () => number) => createMemoryRateLimiter({ now }),
  shared: (now: () => number) =>
    createSharedRateLimiter({ store: createMemoryStore(now), alone: createMemoryRateLimiter({ now }), now }),
};

test.each(Object.entries(engines))('%s: so many calls in a window, then none until the next', async (_, create) => {
  const { now, pass } = createTestClock();
  const limiter = create(now);
  const resetAt = now() + 60_000;
  const verdicts = [];
  for (let call = 0; call < 5; call++) verdicts.push(await limiter.consume(policy, 'id'));
  expect(verdicts).toEqual([
    { isAllowed: true, limit: 3, remaining: 2, resetAt },
    { isAllowed: true, limit: 3, remaining: 1, resetAt },
    { isAllowed: true, limit: 3, remaining: 0, resetAt },
    { isAllowed: false, limit: 3, remaining: 0, resetAt },
    { isAllowed: false, limit: 3, remaining: 0, resetAt },
  ]);
  await pass(60_000);
  expect(await limiter.consume(policy, 'id')).toEqual({
    isAllowed: true,
    limit: 3,
    remaining: 2,
    resetAt: resetAt + 60_000,
  });
});

test.each(Object.entries(engines))('%s: ids and policies are counted apart', async (_, create) => {
  const limiter = create(() => 0);
  await limiter.consume(policy, 'one');
  expect(await limiter.consume(policy, 'two')).toMatchObject({ remaining: 2 });
  expect(await limiter.consume({ ...policy, name: 'subscribe' }, 'one')).toMatchObject({ remaining: 2 });
  expect(await limiter.consume(policy, 'one')).toMatchObject({ remaining: 1 });
});

test('memory: a clock set back does not lock anybody out', async () => {
  const { now, pass } = createTestClock();
  const limiter = createMemoryRateLimiter({ now });
  limiter.consume(policy, 'id');
  await pass(-3_600_000);
  expect(limiter.consume(policy, 'id').resetAt).toBe(now() + 60_000);
});

test('memory: in a flood of addresses who goes on calling goes on being counted', () => {
  const limiter = createMemoryRateLimiter({ now: () => 0, capacity: 100 });
  for (let id = 0; id < 1_000; id++) {
    limiter.consume(policy, `${id}`);
    limiter.consume(policy, 'insistent');
  }
  expect(limiter.consume(policy, 'insistent').isAllowed).toBe(false);
  expect(limiter.consume(policy, '950').remaining, 'lately').toBe(1);
  expect(limiter.consume(policy, '0').remaining, 'long ago').toBe(2);
});

test('memory: two million addresses stay within 30 MB', () => {
  const { now } = createTestClock();
  const limiter = createMemoryRateLimiter({ now });
  const before = measureHeap();
  for (let id = 0; id < 2_000_000; id++) limiter.consume(policy, `2001:db8:${id}::/64`);
  expect(measureHeap() - before).toBeLessThan(30_000_000);
  limiter.consume(policy, 'still there');
}, 30_000);

test('shared: while the store is away each process counts alone, and one call in two seconds tries it', async () => {
  const { now, pass } = createTestClock();
  const counts = createMemoryStore(now);
  let isAway = false;
  let tries = 0;
  const store = {
    async increment(key: string, windowMs: number) {
      tries += 1;
      if (isAway) throw new StoreUnavailable(new Error('away'));
      return counts.increment(key, windowMs);
    },
  };
  const limiter = createSharedRateLimiter({ store, alone: createMemoryRateLimiter({ now }), now });
  const remaining = async () => (await limiter.consume(policy, 'id')).remaining;

  expect(await remaining()).toBe(2);
  isAway = true;
  expect([await remaining(), await remaining(), await remaining(), await remaining()]).toEqual([2, 1, 0, 0]);
  expect(tries).toBe(2);
  await pass(2_000);
  await Promise.all([remaining(), remaining(), remaining()]);
  expect(tries).toBe(3);
  isAway = false;
  await pass(2_000);
  expect(await remaining(), 'the count goes on where the store left it').toBe(1);
  expect(await remaining()).toBe(0);
  expect(tries, 'every call asks it again').toBe(5);
});

test('shared: what is not an outage is not hidden', async () => {
  const store = { increment: () => Promise.reject(new TypeError('a bug')) };
  const limiter = createSharedRateLimiter({ store, alone: createMemoryRateLimiter({ now: () => 0 }), now: () => 0 });
  await expect(limiter.consume(policy, 'id')).rejects.toThrow(TypeError);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, group) => {
  expect(groupAddress(address)).toBe(group);
});
