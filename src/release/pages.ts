import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroHandler } from '../answers/pages/astro.ts';
import { startSha256 } from '../content/digest.ts';
import { listFiles } from '../content/list-files.ts';
import { parts } from './parts.ts';

/** By what their files say. What was imported stays in memory as long as the process does. */
const imported = new Map<string, Promise<AstroHandler>>();

/**
 * The pages that are made on demand. Releases between which only content changed have the same, and share them: imported again
 * with each, they took three megabytes that never came back.
 * @param folder of the release
 */
export async function importPages(folder: string): Promise<AstroHandler> {
  const server = resolve(folder, parts.site, 'server');
  const names = (await listFiles(server)).files.filter((name) => name.endsWith('.mjs'));
  const hash = startSha256();
  for (const name of names) hash.update(`${name}\n`).update(await readFile(join(server, name)));
  const key = hash.digest('hex');
  const pages = imported.get(key) ?? importAll(server, names);
  imported.set(key, pages);
  return pages;
}

/** All at once: Astro would look for a page when it is first asked for, and the folder goes before the pages do. */
async function importAll(server: string, names: readonly string[]): Promise<AstroHandler> {
  const urlOf = (name: string) => pathToFileURL(join(server, name)).href;
  await Promise.all(names.map((name) => import(urlOf(name))));
  const { handler }: { handler: AstroHandler } = await import(urlOf('entry.mjs'));
  return handler;
}
