import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeUnusedTexts } from './unused-texts.ts';

/**
 * Removes an unfinished release, and the texts that were written for it, when the command that builds it ends with an
 * error, such as a full disk. Call it once no other build can write there.
 * @param releases the folder of all releases
 */
export function removeUnfinishedAtFailure(releases: string): void {
  const from = Date.now();
  process.on('exit', (code) => {
    if (code === 0 || !existsSync(releases)) return;
    const unfinished = readdirSync(releases).filter((name) => name === 'next' || name.endsWith('.next'));
    for (const name of unfinished) rmSync(join(releases, name), { recursive: true, force: true });
    removeUnusedTexts(releases, { from });
  });
}
