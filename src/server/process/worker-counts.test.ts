import { describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from '../../core/limits/memory.ts';
import { countInPrimary, createCounter } from './worker-counts.ts';

const policy = { name: 'api', limit: 10, windowMs: 60_000 };

/** Workers of one primary process; messages arrive as they would over its channel. */
function startWorkers(count: number) {
  const answer = createCounter(createMemoryRateLimiter({ now: () => 1_000 }));
  let messages = 0;
  const workers = Array.from({ length: count }, () => {
    const worker = countInPrimary((question) => {
      messages += 1;
      const reply = answer(structuredClone(question));
      setImmediate(() => worker.receive(structuredClone(reply)));
    });
    return worker;
  });
  return { limiters: workers.map(({ limiter }) => limiter), messages: () => messages };
}

describe('workers that count in their primary process', () => {
  it('allow a caller the limit once, whichever of them it meets', async () => {
    const { limiters } = startWorkers(3);
    const verdicts = await Promise.all(
      Array.from({ length: 15 }, async (_, index) => limiters[index % 3]?.consume(policy, 'address:a')),
    );
    expect(verdicts.filter((verdict) => verdict?.isAllowed)).toHaveLength(10);
    expect(verdicts.map((verdict) => verdict?.remaining).sort()).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('give each caller its own verdict, and each turn of the event loop one message', async () => {
    const { limiters, messages } = startWorkers(1);
    const ask = (id: string) => Promise.all([limiters[0]?.consume(policy, id), limiters[0]?.consume(policy, 'b')]);
    const [first, second] = await Promise.all([ask('a'), ask('c')]);
    expect([...first, ...second].map((verdict) => verdict?.remaining)).toEqual([9, 9, 9, 8]);
    expect(messages()).toBe(1);
    expect((await limiters[0]?.consume(policy, 'a'))?.remaining).toBe(8);
    expect(messages()).toBe(2);
  });

  it('let messages of others pass', () => {
    const { receive } = countInPrimary(() => {});
    for (const message of [undefined, null, 'x', {}, { kind: 'stop' }, { type: 'prom-client:getMetricsReq' }]) {
      receive(message);
      expect(createCounter(createMemoryRateLimiter({ now: () => 0 }))(message)).toBeUndefined();
    }
  });
});
