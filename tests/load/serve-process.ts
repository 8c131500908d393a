import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPortFree } from '../support/free-port.ts';
import { serveCommand } from '../support/serve-command.ts';

export interface Measured {
  pid: number;
  /** Milliseconds from the start to the first answer. */
  startMs: number;
  stop(): Promise<void>;
}

/**
 * Starts a node program and waits until it answers.
 * @param about.stdout file descriptor, or 'ignore'
 */
export async function startMeasured(about: {
  args: readonly string[];
  env?: Record<string, string>;
  readyUrl: string;
  stdout?: number | 'ignore';
}): Promise<Measured> {
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, about.args, {
    env: { ...process.env, ...about.env },
    stdio: ['ignore', about.stdout ?? 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${about.args.join(' ')} ended with ${child.exitCode}.`);
    const answer = await fetch(about.readyUrl).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Starts the service as `npm run serve` does, with its state and log in a folder of its own.
 * @param env settings besides the shipped ones
 * @throws Error when another process listens on the port: it would be measured instead
 */
export async function startService(about: {
  port: number;
  folder: string;
  env?: Record<string, string>;
}): Promise<Measured> {
  const { port, folder, env } = about;
  if (!(await isPortFree(port))) throw new Error(`Another process listens on port ${port}.`);
  const serve = serveCommand();
  const address = `http://localhost:${port}`;
  return startMeasured({
    args: serve.args,
    readyUrl: `${address}/readyz`,
    stdout: openSync(join(folder, 'log'), 'w'),
    env: {
      ...serve.env,
      PORT: String(port),
      BASE_URL: address,
      DATA_DIR: folder,
      STORE_URL: 'sqlite:bench.db',
      ...env,
    },
  });
}

/**
 * CPU time of all threads of a process since it began, in microseconds: it hardly depends on what else the machine
 * does.
 */
export function readCpuUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return threads.reduce((sum, ns) => sum + ns, 0) / 1000;
}

/** Resident memory in megabytes. */
export function readRssMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @param share 0 for the lowest, .5 for the median, less than 1 */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
