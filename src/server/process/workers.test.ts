import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { superviseThreads } from './workers.ts';

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

/** Serves, and cannot stop cleanly. */
const stubborn = `
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage({ kind: 'serving' });
  parentPort.on('message', ({ kind }) => kind === 'stop' && process.exit(1));
`;

const end = vi.fn(async (_code: 0 | 1) => {});

function supervise(text: string): Promise<void> {
  const url = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  return superviseThreads({ config: readConfig({ WORKERS: '2' }), log, script: url, end });
}

afterEach(() => {
  end.mockClear();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.removeAllListeners(signal);
});

it('replaces a thread that ends unasked, and only that one', async () => {
  await supervise(script);
  await vi.waitUntil(() => countLines('a worker ended; another takes its place') === 1, { timeout: 60_000 });
  expect(countLines('a worker failed')).toBe(1);
  await sleep(200);
  expect(end).not.toHaveBeenCalled();
  process.emit('SIGTERM');
  await vi.waitUntil(() => end.mock.calls.length > 0, { timeout: 60_000 });
  expect(countLines('a worker ended; another takes its place')).toBe(1);
});

it('ends with 1 when one of its threads did not stop cleanly', async () => {
  await supervise(stubborn);
  process.emit('SIGTERM');
  await vi.waitUntil(() => end.mock.calls.length > 0, { timeout: 60_000 });
  expect(end).toHaveBeenLastCalledWith(1);
});
