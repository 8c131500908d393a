import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../library/digest.ts';

/** Where the code of builds is as one file, beside the packages that it imports. */
export const programFolder = join(import.meta.dirname, '../../node_modules/.cache/build');

/**
 * Finds the code of this software as one file. Its name is a digest of the software and of the folder, because paths
 * are in the code, and then one of the file itself.
 * @param software its digest
 * @returns its path; undefined when there is none, or when it was damaged
 */
export function findProgram(software: string, folder = programFolder): string | undefined {
  const name = listNames(folder).find(
    (each) => each.startsWith(`${nameAt(software, folder)}.`) && each.endsWith('.mjs'),
  );
  if (name === undefined) return undefined;
  const path = join(folder, name);
  return name === nameProgram(nameAt(software, folder), readFileSync(path)) ? path : undefined;
}

/** A folder that another user closed is as good as empty. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Stores the code of this software as one file. */
export function storeProgram(software: string, code: string, folder = programFolder): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, nameProgram(nameAt(software, folder), code));
  const next = `${path}.${process.pid}.next`;
  writeFileSync(next, code);
  renameSync(next, path);
}

function nameAt(software: string, folder: string): string {
  return sha256(`${software}\n${folder}`);
}

function nameProgram(start: string, code: string | Uint8Array): string {
  return `${start}.${sha256(code)}.mjs`;
}
