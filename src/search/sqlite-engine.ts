import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { buildBlocks } from './build.ts';
import type { Searchable, SearchEngine } from './engine.ts';
import { createEntryReader } from './entries.ts';
import { openIndex } from './flexsearch-engine.ts';
import { encodeIndex, openBlocks } from './index-file.ts';
import { listsOf } from './inverted-index.ts';

/** Bytes of a row of the index file; an answer reads a few rows. */
const chunkBytes = 8_192;

const schema = `
  CREATE TABLE chunk (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE list (term TEXT PRIMARY KEY, slots BLOB NOT NULL) WITHOUT ROWID;`;

const Chunk = z.object({ bytes: z.instanceof(Uint8Array) });
const List = z.object({ slots: z.instanceof(Uint8Array) }).optional();

/** Writes the articles into a new SQLite file, lists by their terms and all else of an index in chunks; the same articles give the same bytes. */
export function buildSqliteIndex(articles: readonly Searchable[], path: string, reader = createEntryReader()): void {
  const blocks = buildBlocks(articles, reader);
  const lists = listsOf(openBlocks((name) => blocks.get(name) ?? new Uint8Array()));
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${schema} BEGIN`);
  const addList = database.prepare('INSERT INTO list VALUES (?, ?)');
  for (const [term, list] of lists) addList.run(term, new Uint8Array(list.slice().buffer));
  for (const name of ['listed', 'lengths', 'lists']) blocks.delete(name);
  const addChunk = database.prepare('INSERT INTO chunk VALUES (?, ?)');
  const bytes = Buffer.concat(encodeIndex(blocks, reader.languages()));
  for (let at = 0; at < bytes.length; at += chunkBytes)
    addChunk.run(at / chunkBytes, bytes.subarray(at, at + chunkBytes));
  database.exec('COMMIT');
  database.close();
}

/**
 * Opens a file of `buildSqliteIndex`: lists, the most of an index in memory, stay in the file too. It ranks as `openIndex` does.
 * @throws Error when another version of the analyser built it
 */
export function loadSqliteIndex(path: string): SearchEngine {
  const database = new DatabaseSync(path, { readOnly: true });
  const chunks = database.prepare('SELECT bytes FROM chunk WHERE number BETWEEN ? AND ? ORDER BY number');
  const listOf = database.prepare('SELECT slots FROM list WHERE term = ?');
  return openIndex(read, () => (term) => {
    const bytes = List.parse(listOf.get(term))?.slots;
    return new Uint32Array((bytes ?? new Uint8Array()).slice().buffer);
  });

  function read(start: number, length: number): Uint8Array {
    const first = Math.floor(start / chunkBytes);
    const rows = chunks.all(first, Math.floor((start + length) / chunkBytes)).map((row) => Chunk.parse(row).bytes);
    const from = start - first * chunkBytes;
    return Buffer.concat(rows).subarray(from, from + length);
  }
}
