import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPublicLibrary, openSoldLibrary } from '../../content/library/file.ts';
import type { PublicLibrary, SoldLibrary } from '../../content/library/library.ts';
import type { Figure } from '../../content/render/figures.ts';

/** Names inside the build folder; written by src/cli/build-writer.ts, read at the start. */
export const buildFiles = {
  library: 'library.json',
  bodies: 'library.bodies',
  soldLibrary: 'sold-library.json',
  soldBodies: 'sold-library.bodies',
  openIndex: 'search.index',
  soldIndex: 'sold-search.index',
  docsIndex: 'docs-search.index',
  figures: 'figures.json',
} as const;

/** A line of figures.json; the pictures lie under figures/public and figures/sold. */
export type BuiltFigure = Omit<Figure, 'source'>;

export interface Libraries {
  open: PublicLibrary;
  sold: SoldLibrary;
}

/** The build folder: BUILD_DIR for tests that build elsewhere. */
export function buildFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.BUILD_DIR ?? 'build';
}

/** Where Astro wrote pages and their renderer: DIST_DIR for tests. */
export function distFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.DIST_DIR ?? 'dist';
}

/**
 * @throws Error, in one sentence that names the command to run, when there is no build or it was made for another base URL
 */
export async function readLibraries(folder: string, baseUrl: string): Promise<Libraries> {
  const open = openPublicLibrary(
    await readBuildBytes(folder, buildFiles.library),
    await readBuildBytes(folder, buildFiles.bodies),
  );
  if (open.baseUrl !== baseUrl) {
    throw new Error(
      `The build was made for ${open.baseUrl} and BASE_URL is ${baseUrl}: run "BASE_URL=${baseUrl} npm run build".`,
    );
  }
  const sold = openSoldLibrary(
    await readBuildBytes(folder, buildFiles.soldLibrary),
    await readBuildBytes(folder, buildFiles.soldBodies),
  );
  if (sold.contentHash !== open.contentHash)
    throw new Error('The two libraries are of different builds: run "npm run build".');
  return { open, sold };
}

/** Our own build wrote the file in the same format version; it is trusted, not parsed again field by field. */
export async function readBuildFile<Content>(folder: string, name: string): Promise<Content> {
  return JSON.parse((await readBuildBytes(folder, name)).toString());
}

/** @throws Error, in one sentence that names the command to run, when the file is not there */
export function readBuildBytes(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name);
  return readFile(path).catch((cause: unknown) => {
    throw new Error(`${path} is missing: run "npm run build" first.`, { cause });
  });
}
