import type { FileReader } from '../library/file-reader.ts';
import { openIndex, type StoredEngine } from './flexsearch-engine.ts';
import { loadSqliteIndex } from './sqlite-engine.ts';

const sqliteMark = 'SQLite format 3\0';

/**
 * Opens a search index of a release with the engine that built it, which is known by its first bytes.
 * @throws Error, in one sentence that names the command to run, when another version built it
 */
export function openSearch(path: string, file: FileReader): StoredEngine {
  const isSqlite = file.read(0, sqliteMark.length).toString('latin1') === sqliteMark;
  try {
    return isSqlite ? loadSqliteIndex(path) : openIndex(file.read);
  } catch (cause) {
    throw new Error(`${path} was built by another version of this software: run "npm run build" again.`, { cause });
  }
}
