import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type Started, startProcess } from '../support/server.ts';

const limit = 30;
let started: Started;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  started = await startProcess({
    WORKERS: '2',
    RATE_LIMIT_PER_MINUTE: String(limit),
    SUBSCRIBE_LIMIT_PER_MINUTE: '5',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  });
  await vi.waitUntil(() => countLines('serving') === 2, { timeout: 60_000 });
});

afterAll(() => started.kill('SIGKILL'));

const countLines = (message: string) => started.output().split(`"msg":"${message}"`).length - 1;
/** Each over a connection of its own, so that the kernel spreads them over the workers. */
async function askOften(times: number, path: string, method = 'GET') {
  const answers = Array.from({ length: times }, () =>
    fetch(started.address + path, { method, headers: { connection: 'close' } }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe('two workers', () => {
  it('allow a caller the limits once, and show the requests of both in the metrics', async () => {
    const read = await askOften(limit + 20, '/api/v1/pricing');
    expect(read.filter((status) => status === 200)).toHaveLength(limit);
    expect(read.filter((status) => status === 429)).toHaveLength(20);
    const subscribed = await askOften(12, '/api/v1/agent/subscribe', 'POST');
    expect(subscribed.filter((status) => status === 200)).toHaveLength(5);

    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = metrics.match(/http_request_duration_seconds_count\{operation="getPricing".*\} \d+/g) ?? [];
    const sum = counted.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
    expect(sum).toBe(limit + 20);
  });

  it('drain both when the process is signalled', async () => {
    expect(await started.kill('SIGTERM')).toBe(0);
    expect(countLines('stopping')).toBe(2);
  });
});

it('says once what keeps the workers from starting, and ends', async () => {
  const failing = startProcess({ WORKERS: '2', BASE_URL: 'http://localhost:1' });
  await expect(failing).rejects.toThrow(/^The process ended with 1\.\n[^\n]*npm run build[^\n]*\n$/);
});
