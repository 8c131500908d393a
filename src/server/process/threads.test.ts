import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { superviseThreads } from './threads.ts';

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const countLines = (message: string) => lines.filter((line) => line.includes(`"msg":"${message}"`)).length;

/** Serves, counts its starts where all threads count, and fails once. */
const script = `
  import { parentPort, workerData } from 'node:worker_threads';
  const starts = new Int32Array(workerData.windows, 0, 1);
  const mine = Atomics.add(starts, 0, 1);
  parentPort.postMessage({ kind: 'serving' });
  parentPort.on('message', ({ kind }) => kind === 'stop' && process.exit(0));
  if (mine === 0) setTimeout(() => { throw new Error('the first one fails'); }, 50);
`;

const end = vi.fn(async (_code: 0 | 1) => {});

afterAll(() => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.removeAllListeners(signal);
});

it('replaces a thread that ends unasked, and only that one', async () => {
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  await superviseThreads({ config: readConfig({ WORKERS: '2' }), log, script: url, end });
  await vi.waitUntil(() => countLines('a worker ended; another takes its place') === 1, { timeout: 5_000 });
  expect(countLines('a worker failed')).toBe(1);
  await sleep(200);
  expect(end).not.toHaveBeenCalled();
  process.emit('SIGTERM');
  await vi.waitUntil(() => end.mock.calls.length > 0, { timeout: 5_000 });
  expect(countLines('a worker ended; another takes its place')).toBe(1);
});
