import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Lets one process of all that share a folder fetch into it. The lock is one of the file system, by SQLite: it ends with the
 * process, however that ends.
 * @returns the function that ends it; undefined while another process has it
 */
export function lockFetching(releases: string): (() => void) | undefined {
  mkdirSync(releases, { recursive: true });
  const lock = new DatabaseSync(join(releases, 'fetching.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return undefined;
  }
  return () => lock.close();
}
