import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { untilReady } from '../support/until-ready.ts';

/** One running copy of the service. */
export interface Side {
  port: number;
  stop(): Promise<void>;
}

/** A checkout with its packages and, after `build`, a release. */
export interface Checkout {
  folder: string;
  remove(): void;
}

const publication = 'tests/fixtures/publication';

/**
 * Checks out a commit beside this one. Its packages are links to ours where both lock files agree, and installed
 * otherwise.
 * @param parent a folder on the file system of this checkout: links cannot leave it
 */
export function checkOut(revision: string, parent: string): Checkout {
  const folder = mkdtempSync(join(resolve(parent), 'parity-'));
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', '--force', folder, revision]);
  const lockOf = (commit: string) => execFileSync('git', ['show', `${commit}:package-lock.json`], { maxBuffer: 1e8 });
  if (lockOf(revision).equals(lockOf('HEAD')) && existsSync('node_modules')) {
    execFileSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
  } else {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
  return {
    folder,
    remove() {
      execFileSync('git', ['worktree', 'remove', '--force', folder]);
    },
  };
}

/** What both sides are built for and run with: only the code may differ. */
export function createSettings(about: { folder: string; basePort: number; secret: string }) {
  const { folder, basePort, secret } = about;
  const content = join(folder, 'publication');
  cpSync(publication, content, { recursive: true });
  const { VITEST: _, ...inherited } = process.env;
  return {
    ...inherited,
    NODE_ENV: 'production',
    PUBLICATION_DIR: content,
    BASE_URL: `http://localhost:${basePort}`,
    RELEASE_DIR: '.test-build/parity',
    KEY_PREFIX: 'quire',
    KEY_SECRET: secret,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SUBSCRIBE_LIMIT_PER_MINUTE: '1000000',
  };
}

/** Builds the release of a checkout. @throws Error with what the build printed */
export function build(folder: string, settings: NodeJS.ProcessEnv): void {
  execFileSync('npm', ['run', 'build'], { cwd: folder, env: settings, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Starts a process of a built checkout, with state of its own. */
export async function startSide(folder: string, settings: NodeJS.ProcessEnv): Promise<Side> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(settings.PUBLICATION_DIR ?? '', '..', 'data-'));
  const { scripts } = createRequire(join(folder, 'package.json'))('./package.json');
  const env = { ...settings, PORT: String(port), DATA_DIR: dataDir };
  const child = spawn('sh', ['-c', scripts.serve], { cwd: folder, env: withBinaries(env, folder), stdio: 'inherit' });
  await untilReady(child, `http://localhost:${port}`);
  return {
    port,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function withBinaries(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  return { ...env, PATH: `${join(folder, 'node_modules/.bin')}:${env.PATH}` };
}
