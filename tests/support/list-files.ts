import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The path of every file in a folder and the folders in it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
