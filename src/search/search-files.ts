import { join } from 'node:path';
import { z } from 'zod';
import type { FileReader } from '../library/file-reader.ts';
import { openIndexFiles, type StoredEngine } from './flexsearch-engine.ts';
import type { IndexFile } from './index-tables.ts';
import { openSqliteFile } from './sqlite-engine.ts';

const sqliteMark = 'SQLite format 3\0';

const FilesOfBoth = z.object({ open: z.array(z.string()), paid: z.array(z.string()) });
const SearchFiles = z.object({ articles: FilesOfBoth, quotes: FilesOfBoth });

/** The files of the articles' indexes and of those of quotes: paths inside the folder of a release, in their order. */
export type SearchFiles = z.infer<typeof SearchFiles>;

/** @param list content of `parts.search` */
export function readSearchFiles(list: Buffer): SearchFiles {
  return SearchFiles.parse(JSON.parse(list.toString()));
}

/**
 * Opens a search index of a release, each file with the engine that built it, which is known by its first bytes.
 * @param names paths of its files inside the folder
 * @throws Error, in one sentence that names the command to run, when another version built one of them
 */
export function openSearch(
  folder: string,
  { names, openFile }: { names: readonly string[]; openFile: (name: string) => FileReader },
): StoredEngine {
  const files = names.map((name): IndexFile => {
    const { read } = openFile(name);
    const isSqlite = read(0, sqliteMark.length).toString('latin1') === sqliteMark;
    return isSqlite ? openSqliteFile(join(folder, name)) : { source: read };
  });
  try {
    return openIndexFiles(files);
  } catch (cause) {
    throw new Error(`${folder} was built by another version of this software: run "npm run build" again.`, { cause });
  }
}
