import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { hostile, send } from '../load/hostile-mix.ts';
import { readRssMb } from '../load/serve-process.ts';
import { type Held, hold, slowBody, slowHeaders, unreadStreams } from '../load/slow-clients.ts';
import { type Started, startProcess } from '../support/server.ts';
import { rounds } from './rounds.ts';

// With the limits that the service is shipped with. Times are measured in the long form, on a machine that does nothing
// else; the short one asks whether there is an answer at all, however busy the machine is.
const isLong = rounds > 3;
const honestAddress = '127.0.0.3';
/** Of the flood the one question that is no call of the API, and so is not counted. */
const page = 'an article that is not there';
const subscriptionsPerMinute = 10;
const honestPaths = ['/', '/api/v1/articles', '/healthz'];

let service: Started | undefined;
let held: Held[] = [];

afterEach(async () => {
  for (const one of held) one.release();
  held = [];
  await service?.kill('SIGKILL');
});

const portOf = ({ address }: Started) => Number(new URL(address).port);

/** Some addresses of this machine, none of them the honest one. */
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `127.0.2.${index + 1}`);

/**
 * Asks one after the other as somebody who does no harm, under the limit of one caller.
 * @returns milliseconds, in order of size
 */
async function askHonestly(port: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress: honestAddress });
  const times: number[] = [];
  const endAt = performance.now() + seconds * 1_000;
  while (times.length < honestPaths.length || performance.now() < endAt) {
    const startedAt = performance.now();
    const status = await send(port, { path: honestPaths[times.length % honestPaths.length] ?? '/' }, agent);
    times.push(performance.now() - startedAt);
    expect(status).toBe('200');
    await sleep(20);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

/** Says how long it took, and in the long form that all but one in a hundred were answered within `p99Ms`. */
function tell(name: string, times: readonly number[], { p99Ms }: { p99Ms: number }) {
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  const middle = times[Math.floor(times.length / 2)] ?? Number.NaN;
  process.stdout.write(`${name}: ${times.length} answers, p50 ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`);
  if (isLong) expect(p99).toBeLessThan(p99Ms);
}

describe('an honest reader', () => {
  it('is answered beside slow heads, slow bodies and streams that nobody reads', async () => {
    service = await startProcess();
    const port = portOf(service);
    tell('Alone', await askHonestly(port, isLong ? 10 : 1), { p99Ms: Number.POSITIVE_INFINITY });
    const [few, many] = isLong ? [400, 2_000] : [100, 300];
    held = await Promise.all([
      hold({ port, count: few, addresses: addresses(8), behave: slowHeaders }),
      hold({ port, count: few, addresses: addresses(8), behave: slowBody }),
      hold({ port, count: many, addresses: addresses(40), behave: unreadStreams }),
    ]);
    await sleep(isLong ? 5_000 : 500); // until the streams have been begun
    const times = await askHonestly(port, isLong ? 30 : 2);
    expect(held.reduce((sum, one) => sum + one.open(), 0)).toBeGreaterThan((few * 2 + many) * 0.7);
    tell(`Beside ${few} slow heads, ${few} slow bodies and ${many} streams`, times, { p99Ms: 200 });
  });

  it('is answered beside a flood from another address, of JSON deep and wide, batches and new questions', async () => {
    // In the long form as it is shipped; fewer in the short one, so that a slow machine gets to the limit as well.
    const perMinute = isLong ? 600 : 100;
    service = await startProcess({ RATE_LIMIT_PER_MINUTE: String(perMinute) });
    const port = portOf(service);
    const startedAt = performance.now();
    let isEnding = false;
    const statuses = new Map<string, number>();
    const refusals = new Set<string>();
    let answered = 0;
    const flood = Object.entries(hostile).map(async ([name, make]) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.0.0.9' });
      while (!isEnding) {
        const status = await send(port, make(), agent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === '429') refusals.add(name);
        else if (name !== page && /^\d+$/.test(status)) answered += 1;
      }
      agent.destroy();
    });
    const counted = Object.keys(hostile).filter((name) => name !== page);
    await expect.poll(() => counted.filter((name) => !refusals.has(name)), { timeout: 60_000 }).toEqual([]);
    const times = await askHonestly(port, isLong ? 30 : 2);
    isEnding = true;
    await Promise.all(flood);
    process.stdout.write(`The flood: ${JSON.stringify([...statuses].sort())}, ${readRssMb(service.pid)} MB\n`);
    const windows = 1 + Math.floor((performance.now() - startedAt) / 60_000);
    expect(answered, 'of all that is counted').toBeLessThanOrEqual(windows * (perMinute + subscriptionsPerMinute));
    expect([...statuses.keys()].filter((status) => !/^[234]\d\d$/.test(status))).toEqual([]);
    tell('Beside a flood', times, { p99Ms: 1_000 });
  });
});
