import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../core/durations.ts';
import { listFolder } from '../library/list-files.ts';
import { textsFolder } from '../library/release-parts.ts';
import { listForms } from '../library/versions.ts';
import { readVersionIndex } from './version-texts.ts';

/**
 * Removes stored texts that no release refers to: those of builds that were not finished, and of records that were given up. A
 * younger one may belong to a build that runs now.
 * @param about.now epoch milliseconds
 * @returns how many files were removed, and how many bytes they had
 */
export async function removeUnusedTexts(
  releases: string,
  about: { now: number },
): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(releases, { withFileTypes: true });
  const used = new Set<string>();
  for (const entry of entries.filter((item) => item.isDirectory())) {
    const index = await readVersionIndex(join(releases, entry.name));
    for (const { records } of Object.values(index)) for (const { part } of records.flatMap(listForms)) used.add(part);
  }
  const folder = textsFolder(releases);
  const removed = { files: 0, bytes: 0 };
  for (const name of await listFolder(folder)) {
    const { size, mtimeMs } = await stat(join(folder, name));
    if (used.has(name) || about.now - mtimeMs < hourMs) continue;
    await rm(join(folder, name));
    removed.files += 1;
    removed.bytes += size;
  }
  return removed;
}
