import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/programs.ts';

export interface RedisServer {
  url: string;
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** After SIGKILL: the same port, the same files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const isRedisInstalled = isInstalled('redis-server');

/**
 * A real server with an append-only file in a folder of its own, at a port that is free unless one is given.
 * @param about.config file of a Sentinel
 */
export async function startRedisServer(
  about: { port?: number; options?: string[]; config?: string } = {},
): Promise<RedisServer> {
  const { port = await freePort(), options = [], config } = about;
  const folder = mkdtempSync(join(tmpdir(), 'quire-redis-'));
  const settings = [
    ...(config ? [config] : []),
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    // A Sentinel keeps nothing, and does not know these.
    ...(config ? [] : ['--save', '', '--appendonly', 'yes']),
    ...options,
  ];
  let child: ChildProcess;

  async function start() {
    child = spawn('redis-server', settings, { stdio: 'ignore' });
    for (const deadline = performance.now() + 10_000; !(await isReady(port)); ) {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode} on port ${port}`);
      if (performance.now() > deadline) throw new Error(`redis-server did not answer on port ${port}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function end() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: (signal) => child.kill(signal),
    async restart() {
      await end();
      await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Answers PING with PONG: it has read its files and takes commands. */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
