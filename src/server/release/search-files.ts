import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngine } from '../../search/engine.ts';
import { loadIndex } from '../../search/flexsearch-engine.ts';
import { loadSqliteIndex } from '../../search/sqlite-engine.ts';

const sqliteMark = 'SQLite format 3\0';

/**
 * Opens a search index of a release with the engine that built it, which is known by its first bytes.
 * @throws Error, in one sentence that names the command to run, when it is missing or of another version
 */
export function openSearch(folder: string, name: string): SearchEngine {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build" first.`);
  const file = openSync(path, 'r');
  const start = Buffer.alloc(sqliteMark.length);
  readSync(file, start);
  closeSync(file);
  return start.toString('latin1') === sqliteMark ? loadSqliteIndex(path) : loadIndex(readFileSync(path));
}
