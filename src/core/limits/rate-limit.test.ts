import { expect, test } from 'vitest';
import { createTestClock } from '../../../tests/store/clock.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { createMemoryRateLimiter, groupAddress } from './rate-limit.ts';
import { createSharedRateLimiter } from './shared.ts';

const policy = { name: 'api', limit: 3, windowMs: 60_000 };

const engines = {
  memory: (now: () => number) => createMemoryRateLimiter({ seed: 1, now }),
  shared: (now: () => number) => createSharedRateLimiter({ store: createMemoryStore(now), now }),
};

test.each(Object.entries(engines))('%s: so many calls in a window, then none until the next', async (_, create) => {
  const { now, pass } = createTestClock();
  const limiter = create(now);
  const resetAt = now() + 60_000;
  const verdicts = [];
  for (let call = 0; call < 5; call++) verdicts.push(await limiter.consume(policy, 'id'));
  expect(verdicts).toEqual([
    { isAllowed: true, policy, remaining: 2, resetAt },
    { isAllowed: true, policy, remaining: 1, resetAt },
    { isAllowed: true, policy, remaining: 0, resetAt },
    { isAllowed: false, policy, remaining: 0, resetAt },
    { isAllowed: false, policy, remaining: 0, resetAt },
  ]);
  await pass(60_000);
  expect(await limiter.consume(policy, 'id')).toEqual({
    isAllowed: true,
    policy,
    remaining: 2,
    resetAt: resetAt + 60_000,
  });
});

test.each(Object.entries(engines))('%s: ids and policies are counted apart', async (_, create) => {
  const limiter = create(createTestClock().now);
  await limiter.consume(policy, 'one');
  expect(await limiter.consume(policy, 'two')).toMatchObject({ remaining: 2 });
  expect(await limiter.consume({ ...policy, name: 'subscribe' }, 'one')).toMatchObject({ remaining: 2 });
  expect(await limiter.consume(policy, 'one')).toMatchObject({ remaining: 1 });
});

/** Processes that share a store, and how often it was asked. */
function createReplicas(count: number, about: { now: () => number }) {
  const counts = createMemoryStore(about.now);
  const state = { isAway: false, tries: 0 };
  const store = {
    async increment(key: string, windowMs: number, by?: number) {
      state.tries += 1;
      await Promise.resolve();
      if (state.isAway) throw new StoreUnavailable(new Error('away'));
      return counts.increment(key, windowMs, by);
    },
  };
  const replicas = Array.from({ length: count }, () => createSharedRateLimiter({ store, now: about.now }));
  return { state, replicas, counts };
}

const api = { name: 'api', limit: 600, windowMs: 60_000 };

test.each([1, 2, 3, 5])('shared: a flood over %i processes is let through within 5 %% of the limit', async (count) => {
  const { now } = createTestClock();
  const { replicas } = createReplicas(count, { now });
  const calls = Array.from({ length: 3_000 }, (_, index) => replicas[index % count]?.consume(api, 'flood'));
  let allowed = (await Promise.all(calls)).filter((verdict) => verdict?.isAllowed).length;
  for (let more = 0; more < 300; more += 1) {
    if ((await replicas[more % count]?.consume(api, 'flood'))?.isAllowed) allowed += 1;
  }
  expect(allowed).toBeGreaterThanOrEqual(570);
  expect(allowed).toBeLessThanOrEqual(630);
});

test('shared: one after the other is let through within 5 % too, and the store is asked for every sixth call at most', async () => {
  const { now, pass } = createTestClock();
  const { state, replicas } = createReplicas(3, { now });
  let allowed = 0;
  for (let call = 0; call < 900; call += 1) {
    if ((await replicas[call % 3]?.consume(api, 'steady'))?.isAllowed) allowed += 1;
    await pass(20);
  }
  expect(allowed).toBeGreaterThanOrEqual(570);
  expect(allowed).toBeLessThanOrEqual(630);
  expect(state.tries).toBeLessThan(200);
});

test('shared: a small limit is exact, also when all come at once', async () => {
  const { now } = createTestClock();
  const { replicas } = createReplicas(4, { now });
  const subscribing = { name: 'subscribe', limit: 10, windowMs: 60_000 };
  const calls = Array.from({ length: 40 }, (_, index) => replicas[index % 4]?.consume(subscribing, 'id'));
  const verdicts = await Promise.all(calls);
  expect(verdicts.filter((verdict) => verdict?.isAllowed)).toHaveLength(10);
  expect(verdicts.flatMap((verdict) => verdict?.remaining ?? []).sort((a, b) => b - a)).toEqual([
    ...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ...Array<number>(30).fill(0),
  ]);
});

test('shared: far from the limit the result is immediate, and the other replicas know of it within a second', async () => {
  const { now, pass } = createTestClock();
  const { state, replicas } = createReplicas(2, { now });
  const [here, there] = replicas;
  expect(here?.consume(api, 'id')).toMatchObject({ isAllowed: true, remaining: 599 });
  expect(here?.consume(api, 'id')).toMatchObject({ remaining: 598 });
  expect(state.tries).toBe(0);
  await pass(1_000);
  expect(here?.consume(api, 'id')).toMatchObject({ remaining: 597 });
  await expect.poll(() => state.tries).toBe(1);
  there?.consume(api, 'id');
  await pass(1_000);
  there?.consume(api, 'id');
  await expect.poll(async () => (await there?.consume(api, 'id'))?.remaining).toBeLessThan(595);
});

test('shared: a caller over the limit is rejected without asking the store, until the window ends', async () => {
  const { now, pass } = createTestClock();
  const { state, replicas } = createReplicas(1, { now });
  const [limiter] = replicas;
  for (let call = 0; call < 4; call += 1) await limiter?.consume(policy, 'id');
  const { tries } = state;
  for (let call = 0; call < 100; call += 1) {
    expect(limiter?.consume(policy, 'id')).toMatchObject({ isAllowed: false, remaining: 0, resetAt: now() + 60_000 });
  }
  expect(state.tries).toBe(tries);
  await pass(60_000);
  expect(await limiter?.consume(policy, 'id')).toMatchObject({ isAllowed: true, remaining: 2 });
});

test('shared: while the store is away each process counts alone, and one call in two seconds tries it', async () => {
  const { now, pass } = createTestClock();
  const { state, replicas, counts } = createReplicas(1, { now });
  const remaining = async () => (await replicas[0]?.consume(policy, 'id'))?.remaining;

  expect(await remaining()).toBe(2);
  state.isAway = true;
  expect([await remaining(), await remaining(), await remaining(), await remaining()]).toEqual([1, 0, 0, 0]);
  expect(state.tries).toBe(2);
  await pass(2_000);
  await Promise.all([1, 2, 3].map((id) => replicas[0]?.consume(policy, `other ${id}`)));
  expect(state.tries).toBe(3);
  state.isAway = false;
  await pass(2_000);
  expect((await replicas[0]?.consume(policy, 'other 2'))?.remaining).toBe(1);
  expect((await replicas[0]?.consume(policy, 'other 3'))?.remaining, 'calls since then are counted now').toBe(1);
  expect(state.tries, 'every call asks it again').toBe(5);
  expect((await counts.increment('rate:api:other 2', 60_000)).count).toBe(3);
});

test('shared: a store that came back is found by callers far from the limit too, by one call in two seconds', async () => {
  const { now, pass } = createTestClock();
  const { state, replicas } = createReplicas(1, { now });
  const answered = () => new Promise((resolve) => setTimeout(resolve));
  state.isAway = true;
  replicas[0]?.consume(api, 'id 0');
  await pass(1_000);
  replicas[0]?.consume(api, 'id 1');
  await answered();
  const { tries } = state;
  for (let second = 0; second < 4; second += 1) {
    await pass(1_000);
    for (let id = 2; id < 6; id += 1) replicas[0]?.consume(api, `id ${id}`);
    await answered();
  }
  expect(state.tries - tries).toBe(2);
  state.isAway = false;
  await pass(2_000);
  replicas[0]?.consume(api, 'id');
  await answered();
  expect(state.tries - tries).toBe(3);
  await pass(1_000);
  replicas[0]?.consume(api, 'id');
  await answered();
  expect(state.tries - tries, 'all that wait').toBeGreaterThan(5);
});

test('shared: what is not an outage is not hidden', async () => {
  const store = { increment: () => Promise.reject(new TypeError('a bug')) };
  const limiter = createSharedRateLimiter({ store, now: () => 0 });
  await expect(limiter.consume(policy, 'id')).rejects.toThrow(TypeError);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, group) => {
  expect(groupAddress(address)).toBe(group);
});
