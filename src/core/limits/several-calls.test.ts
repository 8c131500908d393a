import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createMemoryRateLimiter } from './rate-limit.ts';
import { createSharedRateLimiter } from './shared.ts';

describe.each([
  ['in memory', () => createMemoryRateLimiter({ seed: 1, now: Date.now })],
  ['in a store', () => createSharedRateLimiter({ store: createMemoryStore(() => 0), now: () => 0 })],
])('a limiter %s', (_, create) => {
  it('counts the given number of calls, and allows none past the limit', async () => {
    const limiter = create();
    const policy = { name: 'api', limit: 10, windowMs: 60_000 };
    const verdicts = [];
    for (const calls of [1, 5, 3, 5, 1]) verdicts.push(await limiter.consume(policy, 'one', calls));
    expect(verdicts.map(({ isAllowed, remaining }) => [isAllowed, remaining])).toEqual([
      [true, 9],
      [true, 4],
      [true, 1],
      [false, 0],
      [false, 0],
    ]);
  });
});
