import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startSha256 } from '../library/digest.ts';
import { inParallel } from '../library/in-parallel.ts';
import { codeOf, listFolder } from '../library/list-files.ts';
import { parts, textsFolder } from '../library/release-parts.ts';
import { hashFile, readBytes } from '../release/hash-files.ts';
import { adoptRelease, parseManifest } from '../release/manifest.ts';
import { StoreFailure } from './object-store.ts';
import { listReleaseFiles, listTexts, type PartFile } from './release-files.ts';
import { findRolledBack, type NumberedPointer, type Pointer, type ReleaseStore } from './release-store.ts';

/** Folders of fetches that run; what a killed process left of one has the same name. */
const unfinished = 'fetch-';
const width = 8;

/** The counts of one fetch, for the log. */
export interface FetchedRelease {
  fetched: number;
  /** Parts that were on this machine already. */
  reused: number;
  fetchedBytes: number;
}

/**
 * Copies a release from the store beside the others, and the texts that it refers to. Parts that other releases on this
 * machine have are linked. Each part is compared with its digest. The release appears completely or not at all.
 * @param about.releases the folder of all releases; one process at a time may fetch into it
 * @param about.reuse folders of releases whose parts may be linked
 * @throws StoreFailure; the folder is then as it was
 */
export async function fetchRelease(
  store: ReleaseStore,
  pointer: Pointer,
  about: { releases: string; reuse: readonly string[] },
): Promise<FetchedRelease> {
  const { releases, reuse } = about;
  try {
    await mkdir(releases, { recursive: true });
    await removeUnfinished(releases);
    const draft = await mkdtemp(join(releases, unfinished));
    try {
      return await fetchInto(draft, { store, pointer, releases, known: await indexParts(reuse) });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } catch (cause) {
    throw explain(cause, { store, releases });
  }
}

/**
 * Fetches a release and makes it the current one of this machine. After a rollback, the release before that comes
 * along: receipts name its texts, and the next build refers to them again.
 * @throws StoreFailure
 */
export async function takeRelease(
  store: ReleaseStore,
  pointer: NumberedPointer,
  about: { releases: string; reuse: readonly string[] },
): Promise<FetchedRelease> {
  const fetched = await fetchRelease(store, pointer, about);
  const beside = await fetchRolledBack(store, pointer, about);
  await adoptRelease(about.releases, pointer.release, beside);
  return fetched;
}

/** @returns its ID; none when there is none, or when it is damaged, which must not hold up the current one */
async function fetchRolledBack(...[store, pointer, about]: Parameters<typeof takeRelease>): Promise<string[]> {
  const latest = await findRolledBack(store, pointer);
  if (latest === undefined) return [];
  const known = await listReleaseFiles(about.releases, latest.release);
  if (known !== undefined) return [latest.release];
  try {
    await fetchRelease(store, latest, about);
    return [latest.release];
  } catch (cause) {
    if (cause instanceof StoreFailure && !cause.isTransient) return [];
    throw cause;
  }
}

async function fetchInto(
  draft: string,
  about: { store: ReleaseStore; pointer: Pointer; releases: string; known: ReadonlyMap<string, string[]> },
): Promise<FetchedRelease> {
  const { store, pointer, releases, known } = about;
  const result: FetchedRelease = { fetched: 0, reused: 0, fetchedBytes: 0 };
  const room = Buffer.alloc(readBytes);

  async function fill(files: readonly PartFile[]): Promise<void> {
    const missing: PartFile[] = [];
    for (const file of files) {
      await mkdir(dirname(file.path), { recursive: true });
      if (await takeKnown(file, { known, room })) result.reused += 1;
      else missing.push(file);
    }
    const work = async (file: PartFile) => {
      const bytes = await download(file, { store, release: pointer.release });
      // Not `+= await`, which adds to the sum of before the wait: others are downloaded at the same time.
      result.fetchedBytes += bytes;
      result.fetched += 1;
    };
    await inParallel(missing, { width, work });
  }

  const folder = join(draft, pointer.release);
  const manifestPath = join(folder, parts.manifest);
  await fill([{ digest: pointer.manifest, path: manifestPath }]);
  const manifest = parseManifest(await readFile(manifestPath, 'utf8'));
  const names = Object.keys(manifest?.parts ?? {});
  if (manifest === undefined || names.some((name) => name.startsWith('/') || name.split('/').includes('..')))
    throw damaged(`The manifest of release ${pointer.release} in ${store.url} is not one`);
  await fill(Object.entries(manifest.parts).map(([name, digest]) => ({ digest, path: join(folder, name) })));

  const texts = textsFolder(releases);
  await mkdir(texts, { recursive: true });
  const present = new Set(await readdir(texts));
  const index = parts.versions in manifest.parts ? await readFile(join(folder, parts.versions), 'utf8') : '{}';
  const lacking = new Set(listTexts(index).filter((digest) => !present.has(digest)));
  await fill([...lacking].map((digest) => ({ digest, path: join(draft, 'texts', digest) })));
  for (const digest of lacking) await rename(join(draft, 'texts', digest), join(texts, digest));

  const target = join(releases, pointer.release);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
  return result;
}

/** Files by digest, of all releases in these folders and of the texts that they refer to. */
async function indexParts(folders: readonly string[]): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>();
  for (const releases of folders)
    for (const id of (await listFolder(releases)).filter((name) => /^[0-9a-f]{16}$/.test(name)))
      for (const { digest, path } of (await listReleaseFiles(releases, id)) ?? [])
        known.set(digest, [...(known.get(digest) ?? []), path]);
  return known;
}

/** Links or copies a file that is on this machine. @returns false when all copies are damaged or cannot be read */
async function takeKnown(
  { digest, path }: PartFile,
  { known, room }: { known: ReadonlyMap<string, string[]>; room: Buffer },
): Promise<boolean> {
  for (const source of known.get(digest) ?? []) {
    // A file on another disk, or of another owner, is copied; what cannot be copied either is fetched.
    await link(source, path).catch(() => copyFile(source, path).catch(() => undefined));
    if ((await hashFile(path, room).catch(() => undefined)) === digest) return true;
    await rm(path, { force: true });
  }
  return false;
}

/** Streams a part to its file, and compares it with its digest on the way. @returns how many bytes it has */
async function download(
  { digest, path }: PartFile,
  { store, release }: { store: ReleaseStore; release: string },
): Promise<number> {
  const part = `The part ${digest} of release ${release} in ${store.url}`;
  const body = await store.getPart(digest);
  if (body === undefined) throw damaged(`${part} is missing`);
  const hash = startSha256();
  let bytes = 0;
  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(body, measure, createWriteStream(path, { flags: 'wx' }));
  if (hash.digest('hex') !== digest) throw damaged(`${part} was changed`);
  return bytes;
}

function damaged(what: string): StoreFailure {
  // Another release would not replace a part that both have.
  return new StoreFailure(`${what}: run "npm run publish -- --again" where it was built.`);
}

/** Removes what a process left that was killed while it fetched. */
async function removeUnfinished(releases: string): Promise<void> {
  for (const name of await readdir(releases))
    if (name.startsWith(unfinished)) await rm(join(releases, name), { recursive: true, force: true });
}

function explain(cause: unknown, { store, releases }: { store: ReleaseStore; releases: string }): StoreFailure {
  if (cause instanceof StoreFailure) return cause;
  const code = codeOf(cause) ?? String(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StoreFailure(`The disk of ${releases} is full: make room on it.`, { cause });
  // Errors of the file system name a path; those of a connection do not.
  if (cause instanceof Error && 'path' in cause)
    return new StoreFailure(
      `${String(cause.path)} cannot be read or written (${code}): check RELEASE_DIR and its owner.`,
      { cause },
    );
  return new StoreFailure(`RELEASE_STORE=${store.url} does not respond (${code}).`, { isTransient: true, cause });
}
