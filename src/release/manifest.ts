import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../library/config-error.ts';
import { sha256 } from '../library/digest.ts';
import { isMissing, listFiles } from '../library/list-files.ts';
import { parts } from '../library/release-parts.ts';
import { checkedFile, openCheckedParts } from './checked-parts.ts';
import { hashAtOnce, hashFile, type KnownHashes, readBytes } from './hash-files.ts';
import { removeUnusedModules, sharePageModules } from './page-modules.ts';

/** Content of manifest.json: every part that must exist, to the byte. */
const Manifest = z.object({
  /** Version of the software that wrote it; another one may read its parts otherwise. */
  software: z.string(),
  baseUrl: z.string(),
  /** SHA-256 in hex, by path inside the folder. */
  parts: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Names which release is the current one. */
const pointer = 'current';
const keptBefore = 2;

/** The version in package.json. */
export async function readSoftwareVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return version;
}

/**
 * Turns a folder into a release: writes the hash of each part, renames the folder after them, and updates the pointer.
 * Each step is atomic. Equal content gets the same name. The two latest older releases stay, for responses that still
 * read them.
 * @param about.linked hashes of the parts that are files of earlier releases too, which are not read again
 * @param about.hashed hashes of other parts that are already known
 */
export async function finalizeRelease(
  folder: string,
  about: { releases: string; baseUrl: string; linked?: KnownHashes; hashed?: KnownHashes },
): Promise<string> {
  const { releases, baseUrl, linked = new Map(), hashed } = about;
  const hashes: Record<string, string> = {};
  const room = Buffer.alloc(readBytes);
  const checked = await openCheckedParts(folder);
  for (const path of (await listFiles(folder)).files)
    if (path !== parts.manifest && path !== checkedFile) {
      const state = checked.readState(path);
      const hash = linked.get(path) ?? hashed?.get(path) ?? hashAtOnce(join(folder, path), room);
      if (state !== undefined && !linked.has(path)) checked.add(path, { hash, state });
      hashes[path] = hash;
    }
  await checked.store();
  const manifest: Manifest = { software: await readSoftwareVersion(), baseUrl, parts: hashes };
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const id = sha256(text).slice(0, 16);
  await writeFile(join(folder, parts.manifest), text);
  const target = join(releases, id);
  // The same content again, or what is left of one that was cut short: the new one is whole.
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
  await adoptRelease(releases, id);
  await rememberLinked(target, linked);
  return id;
}

/** Their states change when they are linked, and when the older releases that had them are removed. */
async function rememberLinked(folder: string, linked: KnownHashes): Promise<void> {
  const checked = await openCheckedParts(folder);
  for (const [path, hash] of linked) {
    const state = checked.readState(path);
    if (state !== undefined) checked.add(path, { hash, state });
  }
  await checked.store();
}

/**
 * Makes a complete release the current one, whose folder is among the others. The two latest older ones stay.
 * @param beside a release that stays before older ones
 * @throws Error of the file system; a release that was not known before is then removed
 */
export async function adoptRelease(releases: string, id: string, beside: readonly string[] = []): Promise<void> {
  const before = await readPointer(releases);
  const retained = [...new Set([id, ...beside, ...before])].slice(0, keptBefore + 1);
  const readAll = (ids: readonly string[]) => Promise.all(ids.map((name) => readHashes(join(releases, name))));
  try {
    await sharePageModules(join(releases, id), await readAll(retained));
    await pointTo(releases, retained);
  } catch (failure) {
    if (!before.includes(id)) await rm(join(releases, id), { recursive: true, force: true });
    await removeUnusedModules(releases, await readAll(before));
    throw failure;
  }
}

async function pointTo(releases: string, retained: readonly string[]): Promise<void> {
  const next = join(releases, `${pointer}.next`);
  await writeFile(next, `${retained.join('\n')}\n`);
  await rename(next, join(releases, pointer));
  const entries = await readdir(releases, { withFileTypes: true });
  for (const entry of entries) {
    const isOld = entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name) && !retained.includes(entry.name);
    if (isOld) await rm(join(releases, entry.name), { recursive: true, force: true });
  }
}

/**
 * Names of releases, the current one first; empty when nothing was built.
 * @throws Error of the file system for the files of another user, which are not missing
 */
export async function readPointer(releases: string): Promise<string[]> {
  const text = await readFile(join(releases, pointer), 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return '';
    throw cause;
  });
  return text.split('\n').filter(Boolean);
}

export async function currentRelease(releases: string): Promise<string | undefined> {
  const text = await readFile(join(releases, pointer), 'utf8').catch(() => '');
  return text.split('\n', 1)[0] || undefined;
}

/**
 * @returns the folder of the current release, every part of it as it was written
 * @throws ConfigError with one sentence that says what is wrong and which command mends it
 */
export async function checkRelease(releases: string, baseUrl: string): Promise<string> {
  const [id] = await readPointer(releases);
  if (id === undefined) throw new ConfigError(`Nothing is built in ${releases}: run "npm run build" first.`);
  return checkFolder(join(releases, id), baseUrl);
}

/**
 * Compares a release with its manifest, but for parts that were compared before and not written since.
 * @throws ConfigError with one sentence, as `checkRelease` does
 */
async function checkFolder(folder: string, baseUrl: string): Promise<string> {
  const rebuild = 'run "npm run build" again';
  const text = await readFile(join(folder, parts.manifest), 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`The release in ${folder} is incomplete (${parts.manifest} is missing): ${rebuild}.`, {
      cause,
    });
  });
  const manifest = parseManifest(text);
  if (!manifest)
    throw new ConfigError(`The release in ${folder} is not one (${parts.manifest} cannot be read): ${rebuild}.`);
  const software = await readSoftwareVersion();
  if (manifest.software !== software) {
    throw new ConfigError(
      `The release in ${folder} was made by version ${manifest.software} and this is ${software}: ${rebuild}.`,
    );
  }
  if (manifest.baseUrl !== baseUrl) {
    throw new ConfigError(
      `The build was made for ${manifest.baseUrl} and BASE_URL is ${baseUrl}: run "BASE_URL=${baseUrl} npm run build".`,
    );
  }
  const room = Buffer.alloc(readBytes);
  const checked = await openCheckedParts(folder);
  for (const [path, hash] of Object.entries(manifest.parts)) {
    const state = checked.readState(path);
    if (state !== undefined && checked.isChecked(path, { hash, state })) continue;
    const found = await hashFile(join(folder, path), room).catch(() => undefined);
    if (state === undefined || found !== hash) {
      const wrong = found === undefined ? 'is missing' : 'was changed after the build';
      throw new ConfigError(`The release in ${folder} is incomplete (${path} ${wrong}): ${rebuild}.`);
    }
    checked.add(path, { hash, state });
  }
  await checked.store();
  return folder;
}

/** A release in the list of those that can be made the current one. */
export interface KnownRelease {
  id: string;
  /** Undefined where its manifest cannot be read. */
  about: { builtAtMs: number; software: string; baseUrl: string } | undefined;
}

/** The releases on this machine, the current one first, then the one that was current before it. */
export async function listReleases(releases: string): Promise<KnownRelease[]> {
  return Promise.all(
    (await readPointer(releases)).map(async (id): Promise<KnownRelease> => {
      const path = join(releases, id, parts.manifest);
      const manifest = parseManifest(await readFile(path, 'utf8').catch(() => ''));
      if (!manifest) return { id, about: undefined };
      const { mtimeMs: builtAtMs } = await stat(path);
      return { id, about: { builtAtMs, software: manifest.software, baseUrl: manifest.baseUrl } };
    }),
  );
}

/**
 * Makes an earlier release the current one. A running service switches to it by itself.
 * @throws Error when it is damaged, or was made for another base URL or by another version of the software
 */
export async function makeCurrent(releases: string, about: { id: string; baseUrl: string }): Promise<void> {
  await checkFolder(join(releases, about.id), about.baseUrl);
  const others = (await readPointer(releases)).filter((id) => id !== about.id);
  await pointTo(releases, [about.id, ...others]);
}

/**
 * The hash of each part of a release, SHA-256 in hex by path inside the folder; none of a folder that is only being
 * made.
 */
export async function readHashes(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(folder, parts.manifest), 'utf8').catch(() => '');
  return parseManifest(text)?.parts ?? {};
}

/** @returns undefined for anything but a manifest */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return Manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON
  }
}
