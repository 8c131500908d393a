import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { folderOfProcess } from './folders.ts';
import { freePort } from './free-port.ts';
import { serveCommand } from './serve-command.ts';
import { untilReady } from './until-ready.ts';

export interface Started {
  /** Where it listens. Its documents still name the address it was built for. */
  address: string;
  dataDir: string;
  pid: number;
  /** What it wrote to standard output and error so far. */
  output(): string;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * The environment of a process of the built service, as `npm run serve` gives it one.
 * @param env what a test needs besides
 */
export function processEnv(about: { port: number; dataDir: string }, env: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...serveCommand().env,
    NODE_ENV: 'production',
    BASE_URL: inject('baseUrl'),
    RELEASE_DIR: '.test-build',
    PORT: String(about.port),
    DATA_DIR: about.dataDir,
    ...env,
  };
}

/**
 * A second process of the built service, on a port and data folder of its own unless they are given, with the
 * environment a test needs.
 */
export async function startProcess(env: Record<string, string> = {}, before: readonly string[] = []): Promise<Started> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const dataDir = env.DATA_DIR ?? folderOfProcess();
  const [command = '', ...args] = [...before, 'node', ...serveCommand().args];
  const child = spawn(command, args, {
    env: processEnv({ port, dataDir }, { LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const address = `http://localhost:${port}`;
  await untilReady(child, address, () => output);
  return {
    address,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    async kill(signal) {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'close'); // its output has been read too
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
