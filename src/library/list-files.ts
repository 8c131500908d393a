import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Lists a folder at any depth: relative paths with forward slashes, sorted; empty when the folder does not exist.
 * Symbolic links are listed apart, because one could lead out of the repository.
 */
export async function listFiles(folder: string): Promise<{ files: string[]; links: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const list = (isWanted: (entry: Dirent) => boolean) =>
    entries
      .filter(isWanted)
      .map(({ parentPath, name }) => join(relative(folder, parentPath), name).replaceAll('\\', '/'))
      .toSorted(compareText);
  return { files: list((entry) => entry.isFile()), links: list((entry) => entry.isSymbolicLink()) };
}

/** Names in a folder; none when it does not exist. */
export async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Hidden files, and those in hidden folders, are an editor's own. */
export function isHidden(path: string): boolean {
  return /(?:^|\/)\./.test(path);
}

/** Did the file system throw because the file or folder does not exist? */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** The code of an error of the system, such as `ENOSPC`; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Compares by code unit: the same order on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
