import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSha256 } from '../library/digest.ts';
import { listFiles } from '../library/list-files.ts';
import { parts } from '../library/release-parts.ts';
import type { AstroHandler } from '../serve/pages/astro.ts';

/** Folder beside the releases with the modules of their pages, each named by its content. */
const sharedFolder = 'pages';

/**
 * Moves page modules to a folder that all releases with identical modules share, such as releases that differ only in
 * content. Node.js caches imported modules by path until the process ends: three megabytes for each release. Modules of
 * removed releases are deleted.
 * @param releases the folder of all releases
 * @param retained names of the remaining releases, the current one first
 */
export async function sharePageModules(releases: string, retained: readonly string[]): Promise<void> {
  const [release = ''] = retained;
  const current = await hashPages(serverOf(join(releases, release)));
  const place = join(releases, sharedFolder, current);
  const next = `${place}.next`;
  await mkdir(join(releases, sharedFolder), { recursive: true });
  if ((await hashPages(serverIn(place))) !== current) {
    for (const left of [place, next]) await rm(left, { recursive: true, force: true });
    await cp(serverOf(join(releases, release)), serverIn(next), { recursive: true });
    await rename(next, place);
  }
  await removeUnusedModules(releases, retained);
}

/** Removes the modules that none of these releases has. */
export async function removeUnusedModules(releases: string, retained: readonly string[]): Promise<void> {
  const keys = await Promise.all(retained.map((id) => hashPages(serverOf(join(releases, id)))));
  for (const name of await readdir(join(releases, sharedFolder)))
    if (!keys.includes(name)) await rm(join(releases, sharedFolder, name), { recursive: true, force: true });
}

/**
 * Loads the pages that are rendered on demand.
 * @param folder folder of the release; its own modules are loaded when the shared ones are missing or different
 */
export async function loadPageModules(folder: string): Promise<AstroHandler> {
  const own = serverOf(folder);
  const key = await hashPages(own);
  const shared = serverIn(resolve(folder, '..', sharedFolder, key));
  const place = (await hashPages(shared)) === key ? shared : own;
  const { handler }: { handler: AstroHandler } = await import(pathToFileURL(join(place, 'entry.mjs')).href);
  return handler;
}

function serverOf(folder: string): string {
  return resolve(folder, parts.site, 'server');
}

/** Astro's adapter looks for a folder of this name above its modules. */
function serverIn(place: string): string {
  return join(place, 'server');
}

/** SHA-256 of names and contents, in hex. */
async function hashPages(server: string): Promise<string> {
  const hash = startSha256();
  for (const name of (await listFiles(server)).files)
    hash.update(`${name}\n`).update(await readFile(join(server, name)));
  return hash.digest('hex');
}
