import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  linkSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFolder } from './make-folder.ts';

/** SQLITE_CORRUPT: sqlite.org/rescode.html. */
export const corruptCode = 11;

/**
 * Makes the file, or shuts it, so that its owner alone can read it. SQLite gives its journals the mode of the file.
 * A file that is there is never opened here: to close it would end the locks of every connection that this process has
 * to it, those of other threads too (sqlite.org/howtocorrupt.html section 2.2), and the next program that looks into it
 * would take their log away.
 * @throws Error of the file system, or with the code of SQLite for damage when the file is empty, or gone while its log
 *   is there: SQLite would take both for new and remove the log
 */
export function prepareStateFile(path: string): void {
  // Before the file exists: a process that creates both at this moment creates the file first.
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
  if (found) accessSync(path, constants.R_OK | constants.W_OK);
  if (found ? found.size === 0 : hasLog) throw Object.assign(new Error('It is empty.'), { errcode: corruptCode });
  if (!found) makeStateFile(path);
  else if (found.mode & 0o077) chmodSync(path, 0o600);
}

/**
 * A database without tables, whole from the moment it has its name: so an empty file is never one that is being made.
 */
function makeStateFile(path: string): void {
  const folder = mkdtempSync(`${path}.`);
  try {
    const draft = join(folder, 'state.db');
    closeSync(openSync(draft, 'ax', 0o600));
    const db = new DatabaseSync(draft);
    db.exec('PRAGMA journal_mode = WAL');
    db.close();
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (cause) {
    // Else another process was faster, with the same mode.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Creates a check that the file and its log are still the same files. SQLite continues to write to files that were
 * removed or replaced, and those writes are lost when the process exits.
 * @param path path of an open database
 * @returns a function that throws an Error if one of them is missing or another file
 */
export function watchStateFile(path: string): () => void {
  const places = [path, `${path}-wal`].map((place) => ({ place, file: nameFile(place) }));
  return () => {
    const moved = places.find(({ place, file }) => file !== nameFile(place));
    if (moved) throw new Error(`${moved.place} was removed or replaced while it was in use: restart the service.`);
  };
}

/** The same for the same file, wherever it is. */
function nameFile(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
