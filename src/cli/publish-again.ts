import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

/** Runs git in a folder. @returns what it printed; undefined when it failed */
function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Finds the repository whose pushes are published by this checkout: its origin, if that uses the hooks of this
 * checkout.
 * @returns its absolute path; undefined where pushes are not published
 */
export function findHooks(): string | undefined {
  const origin = git('.', 'config', '--get', 'remote.origin.url');
  if (origin === undefined || !isAbsolute(origin) || !existsSync(origin)) return undefined;
  const hooks = git(origin, 'config', '--get', 'core.hooksPath');
  if (hooks === undefined) return undefined;
  const used = resolve(origin, hooks);
  return existsSync(used) && realpathSync(used) === realpathSync(join('deploy', 'hooks')) ? origin : undefined;
}

/**
 * Publishes what the published branch of the repository has, as a push does, and then uploads every part where releases
 * are shared: the hook uploads only what the store lacks, and nothing when nothing was pushed.
 * @returns the exit code
 */
export function runHook(
  repository: string,
  { print, hasStore }: { print: (text: string) => void; hasStore: boolean },
): number {
  const about = { stdio: 'inherit' } as const;
  const { status } = spawnSync('git', ['-C', repository, 'hook', 'run', 'post-receive'], about);
  print(status === 0 ? 'The site shows what was pushed.\n' : 'Site and branch still differ.\n');
  if (status !== 0 || !hasStore) return status ?? 1;
  // Under the lock of the hook, or a push would change the checkout while this builds.
  const command = ['npm', 'run', '--silent', 'publish', '--', '--parts'];
  return spawnSync('flock', [join('.git', 'publish.lock'), ...command], about).status ?? 1;
}
