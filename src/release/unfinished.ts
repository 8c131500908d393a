import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * For a command that makes a release: when it ends by an error, a full disk for one, what it was making goes.
 * @param releases the folder that releases lie in
 */
export function removeUnfinishedAtFailure(releases: string): void {
  process.on('exit', (code) => {
    if (code === 0 || !existsSync(releases)) return;
    const unfinished = readdirSync(releases).filter((name) => name === 'next' || name.endsWith('.next'));
    for (const name of unfinished) rmSync(join(releases, name), { recursive: true, force: true });
  });
}
