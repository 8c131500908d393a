import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openIndexFiles, type StoredEngine } from './flexsearch-engine.ts';
import { encodeIndex, toBytes } from './index-file.ts';
import type { IndexFile } from './index-tables.ts';
import type { MergedTerms } from './merge-terms.ts';

/** Bytes of a row of the index file; an answer reads a few rows. */
const chunkBytes = 8_192;

const schema = `
  CREATE TABLE chunk (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE list (term TEXT PRIMARY KEY, slots BLOB NOT NULL) WITHOUT ROWID;`;

const Chunk = z.object({ bytes: z.instanceof(Uint8Array) });
const List = z.object({ slots: z.instanceof(Uint8Array) }).optional();

/** Writes the terms of an index into a new SQLite file, lists by their terms and all else in chunks. */
export function writeSqliteIndex(
  path: string,
  { blocks, languages, lists }: Pick<MergedTerms, 'languages' | 'blocks' | 'lists'>,
): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${schema} BEGIN`);
  const addList = database.prepare('INSERT INTO list VALUES (?, ?)');
  for (const [term, list] of lists()) addList.run(term, toBytes(list));
  const others = new Map([...blocks].filter(([name]) => !['listEnds', 'lists'].includes(name)));
  const addChunk = database.prepare('INSERT INTO chunk VALUES (?, ?)');
  let number = 0;
  let rest: Uint8Array = new Uint8Array();
  for (const piece of encodeIndex(others, languages)) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (; rest.length >= chunkBytes; rest = rest.subarray(chunkBytes))
      addChunk.run(number++, rest.subarray(0, chunkBytes));
  }
  if (rest.length > 0) addChunk.run(number, rest);
  database.exec('COMMIT');
  database.close();
}

/** Opens a file of `writeSqliteIndex`: lists, the most of an index in memory, stay in the file too. */
export function openSqliteFile(path: string): IndexFile {
  const database = new DatabaseSync(path, { readOnly: true });
  const chunks = database.prepare('SELECT bytes FROM chunk WHERE number BETWEEN ? AND ? ORDER BY number');
  const listOf = database.prepare('SELECT slots FROM list WHERE term = ?');
  const readList = (term: string) => {
    const bytes = List.parse(listOf.get(term))?.slots;
    return new Uint32Array((bytes ?? new Uint8Array()).slice().buffer);
  };
  return { source: read, readList };

  function read(start: number, length: number): Uint8Array {
    const first = Math.floor(start / chunkBytes);
    const rows = chunks.all(first, Math.floor((start + length) / chunkBytes)).map((row) => Chunk.parse(row).bytes);
    const from = start - first * chunkBytes;
    return Buffer.concat(rows).subarray(from, from + length);
  }
}

/** Opens an index of one file, as `openIndex` does. */
export function loadSqliteIndex(path: string): StoredEngine {
  return openIndexFiles([openSqliteFile(path)]);
}
