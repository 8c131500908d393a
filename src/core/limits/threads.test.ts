import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createSharedWindows, createThreadRateLimiter } from './threads.ts';

const policy = { name: 'api', limit: 3, windowMs: 60_000 };

function open(start = Date.UTC(2026, 10, 22)) {
  const clock = { at: start };
  const limiter = createThreadRateLimiter({ windows: createSharedWindows(), seed: 7, now: () => clock.at });
  return { clock, limiter };
}

describe('windows that threads share', () => {
  it('begin with the first call, refuse past the limit and begin anew when they end', () => {
    const { clock, limiter } = open();
    const resetAt = clock.at + 60_000;
    const remaining = Array.from({ length: 5 }, () => limiter.consume(policy, 'one'));
    expect(remaining.map(({ remaining: left, isAllowed }) => [left, isAllowed])).toEqual([
      [2, true],
      [1, true],
      [0, true],
      [0, false],
      [0, false],
    ]);
    expect(remaining.every((verdict) => verdict.resetAt === resetAt)).toBe(true);
    clock.at = resetAt;
    expect(limiter.consume(policy, 'one')).toMatchObject({ remaining: 2, resetAt: resetAt + 60_000 });
  });

  it('are of one caller and one policy each', () => {
    const { limiter } = open();
    limiter.consume(policy, 'one');
    expect(limiter.consume(policy, 'two').remaining).toBe(2);
    expect(limiter.consume({ ...policy, name: 'subscribe' }, 'one').remaining).toBe(2);
    for (let id = 0; id < 20_000; id += 1) expect(limiter.consume(policy, `caller ${id}`).remaining).toBe(2);
  });

  it('do not outlive a clock that is set back', () => {
    const { clock, limiter } = open();
    limiter.consume(policy, 'one');
    clock.at -= 3_600_000;
    expect(limiter.consume(policy, 'one').resetAt).toBe(clock.at + 60_000);
  });

  it('are not begun anew by a thread that read the clock before the one that began them', () => {
    const { clock, limiter } = open();
    const { resetAt } = limiter.consume(policy, 'one');
    clock.at -= 2;
    expect(limiter.consume(policy, 'one')).toMatchObject({ remaining: 1, resetAt });
  });

  it('keep an insistent caller refused while strangers flood the table', () => {
    const { limiter } = open();
    for (let id = 0; id < 300_000; id += 1) {
      limiter.consume(policy, `stranger ${id}`);
      if (id % 100 === 0) limiter.consume(policy, 'insistent');
    }
    expect(limiter.consume(policy, 'insistent').isAllowed).toBe(false);
  });

  it('count exactly over two threads at once', async () => {
    const windows = createSharedWindows();
    const module = new URL('./threads.ts', import.meta.url).href;
    const script = `
      const { workerData, parentPort } = require('node:worker_threads');
      import(${JSON.stringify(module)}).then(({ createThreadRateLimiter }) => {
        const limiter = createThreadRateLimiter({ windows: workerData, seed: 7, now: () => 1_800_000_000_000 });
        let allowed = 0;
        const policy = { name: 'api', limit: 1000, windowMs: 60_000 };
        for (let call = 0; call < 5_000; call += 1) if (limiter.consume(policy, 'one').isAllowed) allowed += 1;
        parentPort.postMessage(allowed);
      });`;
    const workers = [1, 2].map(() => new Worker(script, { eval: true, workerData: windows }));
    const allowed = await Promise.all(workers.map(async (worker) => Number((await once(worker, 'message'))[0])));
    expect(allowed.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  });
});
