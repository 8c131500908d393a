import { chmodSync, copyFileSync, linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, syncFolder } from './make-folder.ts';
import { StateError } from './store.ts';

/**
 * Copies a state file as it is at one moment, also while the service writes to it.
 * @param path the state file
 * @param target path of the copy, which must not exist yet
 * @returns how many records the copy has
 * @throws StateError when the state file is missing, or Error of the file system or of SQLite; the copy is removed when
 *   it is not whole
 */
export function copyState(path: string, target: string): number {
  if (!statSync(path, { throwIfNoEntry: false }))
    throw new StateError(`${path} does not exist: no service has used it.`);
  makeFolder(dirname(target));
  const db = new DatabaseSync(path, { timeout: 10_000 });
  try {
    // One read transaction: it holds back no writer of a file in WAL mode.
    db.prepare('VACUUM INTO ?').run(target);
    chmodSync(target, 0o600);
    return countRecords(target);
  } catch (cause) {
    rmSync(target, { force: true });
    throw cause;
  } finally {
    db.close();
  }
}

/**
 * A state file, and the files that SQLite writes beside it. A service that was killed leaves all three, and SQLite
 * would write the log of the former state into any other file of this name.
 */
export function filesOfState(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

/** @throws StateError when one of the files is there: nothing of a state is overwritten or removed */
export function requireFree(paths: readonly string[]): void {
  const taken = paths.filter((path) => statSync(path, { throwIfNoEntry: false }));
  if (taken.length > 0) throw inUse(taken);
}

function inUse(paths: readonly string[]): StateError {
  return new StateError(
    `Nothing is overwritten: stop the service, and move what is there into one folder elsewhere first: ${paths.join(', ')}.`,
  );
}

const draftOf = (path: string) => `${path}.restored`;

/**
 * Was the command killed after it had put a file in this place, before it removed the draft? Then both are one file.
 */
export function isJustPlaced(path: string): boolean {
  const [placed, draft] = [path, draftOf(path)].map((name) => statSync(name, { throwIfNoEntry: false }));
  return placed !== undefined && placed.ino === draft?.ino;
}

/** Removes the draft last, and its log before it: `isJustPlaced` compares with it. */
export function removeDraft(path: string): void {
  for (const file of filesOfState(draftOf(path)).toReversed()) rmSync(file, { force: true });
}

/**
 * Copies a file to a place that is free, complete from the moment it has its name, readable by its owner alone.
 * @param change changes the copy before it has its name
 * @throws StateError when the place is taken
 */
export async function placeFile(
  from: string,
  path: string,
  change: (draft: string) => Promise<unknown> = async () => {},
): Promise<void> {
  const draft = draftOf(path);
  // A command that was killed here left a log too.
  removeDraft(path);
  try {
    copyFileSync(from, draft);
    chmodSync(draft, 0o600);
    await change(draft);
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw inUse([path]);
  } finally {
    removeDraft(path);
  }
}

/**
 * The number of records in a copy of a state file.
 * @throws StateError when it is missing or damaged
 */
export function countRecords(path: string): number {
  if (!statSync(path, { throwIfNoEntry: false })) throw new StateError(`${path} does not exist.`);
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const result = db.prepare('PRAGMA integrity_check').get()?.integrity_check;
    if (result !== 'ok') throw new Error(`It is damaged: ${result}.`);
    return Number(db.prepare('SELECT COUNT(*) AS records FROM entries').get()?.records);
  } catch (cause) {
    throw new StateError(`${path} is not a whole copy of the state.`, { cause });
  } finally {
    db.close();
  }
}
