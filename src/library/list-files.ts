import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ConfigError } from './config-error.ts';

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

/**
 * Lists a folder as a copy of it will be: a symbolic link counts as the file, or the folder with all its files, that it
 * leads to.
 * @param above real paths of the folders whose links led here
 * @throws ConfigError for a link that leads to nothing, or back to one of these folders
 */
export async function listFilesBehindLinks(folder: string, above: readonly string[] = []): Promise<string[]> {
  const { files, links } = await listFiles(folder);
  for (const link of links) {
    const path = join(folder, link);
    const target = await realpath(path).catch(() => undefined);
    const folders = [...above, await realpath(folder)];
    if (target === undefined || folders.includes(target))
      throw new ConfigError(`${path} leads to no file that can be copied: remove this link, or let it lead to a file.`);
    if (!(await stat(target)).isDirectory()) files.push(link);
    else files.push(...(await listFilesBehindLinks(path, folders)).map((name) => `${link}/${name}`));
  }
  return files.toSorted(compareText);
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
