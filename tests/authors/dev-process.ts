import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';

export interface DevProcess {
  address: string;
  /** A copy of the publication's own content. */
  contentDir: string;
  /** DATA_DIR of the service that readers use. */
  liveData: string;
  /** What it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** `npm run dev` over a copy of the content, or over an empty folder, on a port and in folders of its own. */
export async function startDev({ isEmpty = false } = {}): Promise<DevProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-dev-'));
  const contentDir = join(folder, 'content');
  if (isEmpty) await mkdir(contentDir);
  else await cp('tests/fixtures/publication/content', contentDir, { recursive: true });
  const liveData = join(folder, 'data');
  const port = await freePort();
  // With VITEST set, Astro's development server would believe it is being tested by itself and serve nothing.
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const child = spawn('node', ['src/cli/dev.ts', '--content', contentDir], {
    env: { ...env, PORT: String(port), RELEASE_DIR: join(folder, 'release'), DATA_DIR: liveData },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const address = `http://localhost:${port}`;
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.\n${output}`);
    const found = await fetch(`${address}/icon.svg`).catch(() => undefined);
    return isEmpty ? found?.status === 503 : found?.ok;
  };
  await until({ what: 'the development server answers', find: answers, withinMs: 240_000 }).catch((cause: unknown) => {
    child.kill('SIGKILL');
    throw cause;
  });
  return {
    address,
    contentDir,
    liveData,
    output: () => output,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asks again every 50 ms. @throws Error with `what` when it is not found in time */
export async function until<Found>(about: {
  what: string;
  find: () => Promise<Found | undefined | false>;
  withinMs?: number;
}): Promise<Found> {
  const { what, find, withinMs = 25_000 } = about;
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited in vain until ${what}.`);
}

/** Every reload that the development server tells its browsers, from the moment of the first `next()` on. */
export async function* listenForReloads(address: string): AsyncGenerator<void> {
  const socket = new WebSocket(address.replace('http', 'ws'), 'vite-hmr');
  const messages = on(socket, 'message');
  try {
    for await (const [{ data }] of messages) {
      const { type } = JSON.parse(data);
      // It greets everybody who listens.
      if (type === 'connected' || type === 'full-reload') yield;
    }
  } finally {
    socket.close();
  }
}
