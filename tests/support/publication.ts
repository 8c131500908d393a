import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type InitFlags, runInit } from '../../src/cli/init/init.ts';
import { freePort } from './free-port.ts';
import { serveCommand } from './serve-command.ts';
import { untilReady } from './until-ready.ts';

export interface Published {
  base: string;
  stop(): Promise<void>;
}

/** What somebody answers to `npm run init`. */
export const initAnswers = {
  name: 'Acme Journal',
  publisher: 'Acme Institute',
  email: 'editors@acme.example',
  'base-url': 'http://localhost:4321',
  author: 'Acme Research Desk',
  price: '0.08',
};

const run = promisify(execFile);

/** Makes the publication that `npm run init` leaves in a folder: two articles. @param given what somebody answers */
export async function initPublication(
  root: string,
  { given = initAnswers, now = Date.now() }: { given?: InitFlags['given']; now?: number } = {},
): Promise<void> {
  await mkdir(join(root, 'content'), { recursive: true });
  const session = { root, print: () => {}, ask: undefined, now };
  const code = await runInit({ given, keepsSamples: false, isYes: true }, session);
  if (code !== 0) throw new Error(`init ended with ${code}`);
}

interface Folder {
  root: string;
  /** Makes it empty again, for the next publication. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** An empty folder for a publication of its own, removed by `remove`. */
export async function createFolder(): Promise<Folder> {
  const root = await mkdtemp(join(tmpdir(), 'publication-'));
  const content = join(root, 'content');
  await mkdir(content);
  const remove = () => rm(root, { recursive: true, force: true });
  return {
    root,
    empty: () =>
      remove()
        .then(() => mkdir(content, { recursive: true }))
        .then(() => undefined),
    remove,
  };
}

/**
 * Builds the publication of a folder and serves it, beside everything else.
 * @throws Error with what the build printed
 */
export async function publish(root: string, settings: Record<string, string> = {}): Promise<Published> {
  const port = settings.PORT ? Number(settings.PORT) : await freePort();
  const base = `http://localhost:${port}`;
  // Beside the other builds: a renderer finds packages from where it lies.
  const releases = join('.test-build', `publication-${port}`);
  const { VITEST: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    NODE_ENV: 'production',
    PUBLICATION_DIR: root,
    PORT: String(port),
    BASE_URL: base,
    RELEASE_DIR: releases,
    DATA_DIR: join(root, 'data'),
    KEY_PREFIX: '', // as where .env does not name one
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SUBSCRIBE_LIMIT_PER_MINUTE: '100000',
    ...settings,
  };
  await run('npm', ['run', 'build'], { env, maxBuffer: 1e8 });
  const serve = serveCommand();
  const server = spawn('node', serve.args, { env: { ...env, ...serve.env }, stdio: ['ignore', 'inherit', 'inherit'] });
  await untilReady(server, base);
  return {
    base,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(releases, { recursive: true, force: true });
    },
  };
}
