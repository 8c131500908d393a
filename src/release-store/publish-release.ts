import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../library/in-parallel.ts';
import { parts } from '../library/release-parts.ts';
import { hashFile, readBytes } from '../release/hash-files.ts';
import { parseManifest } from '../release/manifest.ts';
import { unusedMs } from './clean-store.ts';
import { StoreFailure } from './object-store.ts';
import { listReleaseFiles, type PartFile } from './release-files.ts';
import { findNewest, type NumberedPointer, type ReleaseStore } from './release-store.ts';

const width = 8;
/** A cleaning leaves parts of this age alone for as long again. */
const freshMs = unusedMs / 2;

export type PublishOutcome =
  | { kind: 'published'; number: number; uploaded: number; uploadedBytes: number }
  /** The store has this release as its current one already. */
  | { kind: 'unchanged'; number: number; uploaded: number; uploadedBytes: number }
  /** Another publisher was first. */
  | { kind: 'lost'; winner: NumberedPointer };

/**
 * Publishes a release of this machine: uploads the parts that the store lacks, and then takes the number behind the one
 * that the build began with.
 * @param about.base what was current when the build began; undefined in an empty store
 * @param about.isAgain uploads every part, so that damaged ones are replaced
 * @param about.now epoch milliseconds
 * @throws StoreFailure; the current release is then still current
 */
export async function publishRelease(
  store: ReleaseStore,
  about: {
    releases: string;
    id: string;
    base: NumberedPointer | undefined;
    publisher: string;
    isAgain: boolean;
    now: () => number;
  },
): Promise<PublishOutcome> {
  const { releases, id, base, publisher, now } = about;
  const files = await listReleaseFiles(releases, id);
  const manifest = parseManifest(await readFile(join(releases, id, parts.manifest), 'utf8'));
  const last = files?.at(-1);
  if (files === undefined || last === undefined || manifest === undefined)
    throw new Error(`${join(releases, id)} has no manifest.`);
  const uploads = await uploadParts(store, { ...about, files });
  if (base?.release === id) return { kind: 'unchanged', number: base.number, ...uploads };
  const number = (base?.number ?? 0) + 1;
  const { software, baseUrl } = manifest;
  const at = new Date(now()).toISOString();
  const pointer = { release: id, manifest: last.digest, software, baseUrl, at, publisher };
  if (await store.writePointer(number, pointer)) return { kind: 'published', number, ...uploads };
  const winner = await findNewest(store, number - 1);
  if (winner === undefined)
    throw new StoreFailure(`${store.url} refused pointer ${number} and does not have it: publish again.`);
  return { kind: 'lost', winner };
}

async function uploadParts(
  store: ReleaseStore,
  about: {
    files: readonly PartFile[];
    releases: string;
    base: NumberedPointer | undefined;
    isAgain: boolean;
    now: () => number;
  },
): Promise<{ uploaded: number; uploadedBytes: number }> {
  const { files, releases, base, isAgain, now } = about;
  const ofBase = base === undefined ? undefined : await listReleaseFiles(releases, base.release);
  const inBase = new Set(ofBase?.map(({ digest }) => digest));
  const present = new Set<string>();
  // A cleaning may be removing an old part that no release refers to: such a part is uploaded again.
  for await (const { digest, writtenAt } of isAgain ? [] : store.listParts())
    if (inBase.has(digest) || now() - writtenAt < freshMs) present.add(digest);
  const missing = new Map(files.filter(({ digest }) => !present.has(digest)).map((file) => [file.digest, file]));
  const rooms: Buffer[] = [];
  let uploadedBytes = 0;
  await inParallel(missing.values(), {
    width,
    async work({ digest, path }) {
      const room = rooms.pop() ?? Buffer.alloc(readBytes);
      if ((await hashFile(path, room)) !== digest)
        throw new StoreFailure(`${path} was changed after the build: run "npm run build" again.`);
      rooms.push(room);
      await store.putPart(digest, path);
      const { size } = await stat(path);
      uploadedBytes += size;
    },
  });
  return { uploaded: missing.size, uploadedBytes };
}
