import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textsFolder } from '../library/release-parts.ts';
import { listForms } from '../library/versions.ts';
import { readVersionIndex } from './version-texts.ts';

/**
 * Removes stored texts that no release refers to: those of builds that were not finished, and of records that were
 * given up.
 * @param written when they were last written, in epoch milliseconds, both included: a build that runs now has written
 *   some
 * @returns how many files were removed, and how many bytes they had
 */
export function removeUnusedTexts(
  releases: string,
  written: { from?: number; until?: number },
): { files: number; bytes: number } {
  const { from = 0, until = Number.POSITIVE_INFINITY } = written;
  const entries = readdirSync(releases, { withFileTypes: true });
  const used = new Set<string>();
  for (const entry of entries.filter((item) => item.isDirectory())) {
    const index = readVersionIndex(join(releases, entry.name));
    for (const { records } of Object.values(index)) for (const { part } of records.flatMap(listForms)) used.add(part);
  }
  const folder = textsFolder(releases);
  const removed = { files: 0, bytes: 0 };
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { size, mtimeMs } = statSync(join(folder, name));
    if (used.has(name) || mtimeMs < from || mtimeMs > until) continue;
    rmSync(join(folder, name));
    removed.files += 1;
    removed.bytes += size;
  }
  return removed;
}
