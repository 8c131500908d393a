import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createMemoryRateLimiter, createSharedWindows } from './rate-limit.ts';

const policy = { name: 'api', limit: 3, windowMs: 60_000 };

function open({ slots }: { slots?: number } = {}) {
  const clock = { at: Date.UTC(2026, 10, 22) };
  const windows = createSharedWindows(slots);
  const limiter = createMemoryRateLimiter({ windows, seed: 7, now: () => clock.at });
  return { clock, windows, limiter };
}

describe('windows that threads share', () => {
  it('begin with the first call, reject past the limit and begin again when they end', () => {
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

  it('are not restarted by a thread whose clock reading is up to a second older', () => {
    const { clock, limiter } = open();
    const { resetAt } = limiter.consume(policy, 'one');
    clock.at -= 1_000;
    expect(limiter.consume(policy, 'one')).toMatchObject({ remaining: 1, resetAt });
    clock.at -= 1;
    expect(limiter.consume(policy, 'one')).toMatchObject({ remaining: 2, resetAt: clock.at + 60_000 });
  });

  it('take the place that ends first when every place is taken, and start a newcomer at zero', () => {
    const { clock, limiter } = open({ slots: 16 });
    const callers = Array.from({ length: 16 }, (_, index) => `caller ${index}`);
    // Neither the first nor the last to come has the window that ends first.
    for (const [index, id] of callers.entries()) {
      const windowMs = index === 6 ? 30_000 : 60_000 + index;
      limiter.consume({ ...policy, windowMs }, id);
    }
    clock.at += 100;
    expect(limiter.consume(policy, 'newcomer')).toMatchObject({ remaining: 2, resetAt: clock.at + 60_000 });
    const rest = callers.filter((_, index) => index !== 6);
    for (const id of rest) expect([id, limiter.consume(policy, id).remaining]).toEqual([id, 1]);
    expect(limiter.consume(policy, 'newcomer').remaining).toBe(1);
    expect(limiter.consume(policy, 'caller 6').remaining, 'forgotten, so it starts again').toBe(2);
  });

  it('keep an insistent caller refused while strangers flood the table', () => {
    const { limiter } = open({ slots: 2_048 });
    for (let id = 0; id < 5_000; id += 1) {
      limiter.consume(policy, `stranger ${id}`);
      if (id % 5 === 0) limiter.consume(policy, 'insistent');
    }
    expect(limiter.consume(policy, 'insistent').isAllowed).toBe(false);
  });

  it('keep the window with many calls while as many strangers come as there are places', () => {
    const { limiter } = open({ slots: 2_048 });
    const network = { ...policy, limit: 1_000 };
    for (let call = 0; call < 1_000; call += 1) limiter.consume(network, 'a network');
    for (let id = 0; id < 40_000; id += 1) limiter.consume(policy, `stranger ${id}`);
    expect(limiter.consume(network, 'a network').isAllowed).toBe(false);
  });

  it('hold over a hundred thousand callers by default', () => {
    const { limiter } = open();
    for (let id = 0; id < 60_000; id += 1) limiter.consume(policy, `caller ${id}`);
    for (let id = 0; id < 60_000; id += 997) expect(limiter.consume(policy, `caller ${id}`).remaining).toBe(1);
  });

  it('count no further than they have room for, rather than into when they end', () => {
    const { limiter, windows } = open({ slots: 16 });
    const { resetAt } = limiter.consume(policy, 'one');
    const table = new BigInt64Array(windows);
    const full = (1n << 23n) - 1n;
    for (let word = 1; word < table.length; word += 2) Atomics.or(table, word, full);
    for (let call = 0; call < 2; call += 1) {
      expect(limiter.consume({ ...policy, limit: 1e7 }, 'one')).toMatchObject({
        remaining: 1e7 - Number(full),
        resetAt,
      });
    }
  });

  it('count exactly over two threads at once', async () => {
    const windows = createSharedWindows();
    const module = new URL('./rate-limit.ts', import.meta.url).href;
    const script = `
      const { workerData, parentPort } = require('node:worker_threads');
      import(${JSON.stringify(module)}).then(({ createMemoryRateLimiter }) => {
        const limiter = createMemoryRateLimiter({ windows: workerData, seed: 7, now: () => 1_800_000_000_000 });
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
