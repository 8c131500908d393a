import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes an unfinished release when the command that builds it ends with an error, such as a full disk.
 * @param releases the folder of all releases
 */
export function removeUnfinishedAtFailure(releases: string): void {
  process.on('exit', (code) => {
    if (code === 0 || !existsSync(releases)) return;
    const unfinished = readdirSync(releases).filter((name) => name === 'next' || name.endsWith('.next'));
    for (const name of unfinished) rmSync(join(releases, name), { recursive: true, force: true });
  });
}
