import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../library/config-error.ts';
import { hourMs } from '../library/durations.ts';

const buildLock = 'building.lock';
const fetchLock = 'fetching.lock';

/**
 * Lets one process of all that share a folder fetch into it. The lock is one of the file system, by SQLite: it ends
 * with the process, however that ends.
 * @returns the function that ends it; undefined while another process has it
 */
export function lockFetching(releases: string): (() => void) | undefined {
  return lockFile(releases, fetchLock, 0);
}

/**
 * The same for builds, which all write into one folder below that of the releases and would take the files of each
 * other away. While another one writes, this thread waits for it, and says so.
 * @returns the function that ends it
 * @throws ConfigError after an hour
 */
export function lockBuilding(releases: string): () => void {
  const unlock = lockFile(releases, buildLock, 0);
  if (unlock !== undefined) return unlock;
  process.stderr.write(`A build writes into ${releases}; this command waits until it ends.\n`);
  const later = lockFile(releases, buildLock, hourMs);
  if (later === undefined) throw new ConfigError(`A build has written into ${releases} for an hour: end it.`);
  return later;
}

/**
 * Waits until no process builds or fetches into a folder, and lets none begin: what it reuses has no release that
 * refers to it yet.
 * @returns the function that ends it
 * @throws ConfigError after an hour
 */
export function lockCleaning(releases: string): () => void {
  const unlockBuilding = lockBuilding(releases);
  const unlockFetching = lockFile(releases, fetchLock, hourMs);
  if (unlockFetching === undefined)
    throw new ConfigError(`A service has fetched into ${releases} for an hour: end it.`);
  return () => {
    unlockFetching();
    unlockBuilding();
  };
}

/** @param waitMs how long to wait, with this thread, until the other process ends */
function lockFile(folder: string, name: string, waitMs: number): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  // SQLite does not say that it may not write there.
  closeSync(openSync(path, 'a'));
  const lock = new DatabaseSync(path, { timeout: waitMs });
  try {
    // Nothing is written, so a journal in a file would only be left behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return undefined;
  }
  return () => lock.close();
}
