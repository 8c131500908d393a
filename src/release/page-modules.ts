import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../library/digest.ts';
import { listFiles } from '../library/list-files.ts';
import { parts } from '../library/release-parts.ts';
import type { AstroHandler } from '../serve/pages/astro.ts';

/** SHA-256 in hex of each part of a release, by its path in the folder. */
type Hashes = Readonly<Record<string, string>>;

/** Folder beside the releases with the modules of their pages, each named by its content. */
const sharedFolder = 'modules';
/**
 * The same until 2026-11-26, under names of another form. A service of that time still imports from it until it is
 * replaced.
 */
const formerFolder = 'pages';

/**
 * Moves page modules to a folder that all releases with identical modules share, such as releases that differ only in
 * content. Node.js caches imported modules by path until the process ends: three megabytes for each release. Modules of
 * removed releases are deleted.
 * @param release folder of the current release
 * @param retained digests of the parts of the remaining releases, those of the current one first
 */
export async function sharePageModules(release: string, retained: readonly Hashes[]): Promise<void> {
  const releases = resolve(release, '..');
  const current = nameModules(retained[0] ?? {});
  const place = join(releases, sharedFolder, current);
  const next = `${place}.next`;
  await mkdir(join(releases, sharedFolder), { recursive: true });
  if ((await hashPages(serverIn(place))) !== current) {
    for (const left of [place, next]) await rm(left, { recursive: true, force: true });
    await cp(serverOf(release), serverIn(next), { recursive: true });
    await rename(next, place);
  }
  await removeUnusedModules(releases, retained);
}

/** Removes the modules that none of these releases has. */
export async function removeUnusedModules(releases: string, retained: readonly Hashes[]): Promise<void> {
  const keys = retained.map(nameModules);
  const names = await readdir(join(releases, sharedFolder));
  for (const name of names)
    if (!keys.includes(name)) await rm(join(releases, sharedFolder, name), { recursive: true, force: true });
  const isFormerUnused = keys.every((key) => names.includes(key));
  if (isFormerUnused) await rm(join(releases, formerFolder), { recursive: true, force: true });
}

/**
 * Loads the pages that are rendered on demand.
 * @param folder folder of the release; its own modules are loaded when the shared ones are missing or different
 * @param hashes digests of its parts; none of a folder that is only being made
 */
export async function loadPageModules(folder: string, hashes: Hashes): Promise<AstroHandler> {
  const key = nameModules(hashes);
  const shared = serverIn(resolve(folder, '..', sharedFolder, key));
  const isWhole = existsSync(shared) && (await hashPages(shared)) === key;
  const place = isWhole ? shared : serverOf(folder);
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

function nameModules(hashes: Hashes): string {
  const server = `${parts.site}/server/`;
  const own = Object.entries(hashes).filter(([path]) => path.startsWith(server));
  return nameOf(own.map(([path, hash]) => [path.slice(server.length), hash]));
}

/** The same of the modules in a folder, which are read. */
async function hashPages(folder: string): Promise<string> {
  const { files } = await listFiles(folder);
  const read = async (name: string) => [name, sha256(await readFile(join(folder, name)))] as const;
  return nameOf(await Promise.all(files.map(read)));
}

function nameOf(modules: readonly (readonly [name: string, hash: string])[]): string {
  return sha256(JSON.stringify(modules));
}
