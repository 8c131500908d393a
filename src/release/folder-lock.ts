import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Lets one process of all that share a folder fetch into it. The lock is one of the file system, by SQLite: it ends with the
 * process, however that ends.
 * @returns the function that ends it; undefined while another process has it
 */
export function lockFetching(releases: string): (() => void) | undefined {
  return lockFile(releases, 'fetching.lock', 0);
}

/**
 * The same for builds, which all write into one folder below that of the releases.
 * @param waitMs how long to wait, with this thread, until the other process ends
 */
export function lockBuilding(releases: string, waitMs = 0): (() => void) | undefined {
  return lockFile(releases, 'building.lock', waitMs);
}

function lockFile(folder: string, name: string, waitMs: number): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  // SQLite does not say that it may not write there.
  closeSync(openSync(path, 'a'));
  const lock = new DatabaseSync(path, { timeout: waitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return undefined;
  }
  return () => lock.close();
}
