import { readFileSync, realpathSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { isMissing } from '../library/list-files.ts';
import type { ImportAssets } from './import-assets.ts';

export type SourceFolder = ReturnType<typeof openSourceFolder>;

/** The folders that a manuscript may read: its own, and the one for the media inside the file. */
export function openSourceFolder(folders: readonly string[], assets: ImportAssets) {
  const roots = folders.map((folder) => realpathSync(folder));
  return {
    /**
     * Reads the first of some files. A name on another site and a file outside the folders, also by a symbolic link,
     * are reported and not read; so is a missing file.
     * @param about.kind the noun for reports, such as `figure`
     */
    read(name: string, { kind, endings = [''] }: { kind: string; endings?: readonly string[] }): Buffer | undefined {
      if (/^[a-z][a-z\d+.-]*:/i.test(name)) {
        assets.warn(`The ${kind} ${name}, which is on another site and was not fetched`);
        return undefined;
      }
      for (const folder of roots)
        for (const ending of endings) {
          const found = findFile(resolve(folder, decodeName(name) + ending));
          if (found === undefined) continue;
          if (roots.some((root) => found.startsWith(root + sep))) return readFileSync(found);
          assets.warn(`The ${kind} ${name}, which is outside the folder of the manuscript and was not read`);
          return undefined;
        }
      assets.warn(`The ${kind} ${basename(name)}, which is not there`);
      return undefined;
    },
  };
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

function findFile(path: string): string | undefined {
  try {
    const found = realpathSync(path);
    readFileSync(found);
    return found;
  } catch (error) {
    const isElsewhere =
      isMissing(error) ||
      (error instanceof Error && 'code' in error && /^(?:EISDIR|ENOTDIR)$/.test(String(error.code)));
    if (!isElsewhere) throw error;
    return undefined;
  }
}
