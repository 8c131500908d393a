import { text } from 'node:stream/consumers';
import { parts } from '../library/release-parts.ts';
import { parseManifest } from '../release/manifest.ts';
import { StoreFailure } from './object-store.ts';
import { listTexts } from './release-files.ts';
import { listRecent, type NumberedPointer, type ReleaseStore } from './release-store.ts';

/**
 * A younger part may belong to a release whose pointer is not written yet. `publish-release.ts` counts on half of it.
 */
export const unusedMs = 86_400_000;

/**
 * Removes the pointers of all but the ten latest releases, and then each part that no release refers to. Texts of
 * earlier versions belong to the current release, so they stay.
 * @param about.now epoch milliseconds
 * @returns how many parts were removed, and how many bytes they had
 * @throws StoreFailure when a release that stays cannot be read: nothing is removed then
 */
export async function cleanReleaseStore(
  store: ReleaseStore,
  { now }: { now: number },
): Promise<{ files: number; bytes: number }> {
  const removed = { files: 0, bytes: 0 };
  const recent = await listRecent(store);
  const oldest = recent.at(-1)?.number ?? 0;
  const used = new Set<string>();
  for (const pointer of recent) for (const digest of await listUsed(store, pointer)) used.add(digest);
  for (const number of await store.listNumbers()) if (number < oldest) await store.removePointer(number);
  const isUnused = (part: { digest: string; writtenAt: number }) =>
    !used.has(part.digest) && now - part.writtenAt >= unusedMs;
  for await (const part of store.listParts()) {
    if (!isUnused(part)) continue;
    // A publisher that needs it has uploaded it again since the list was made.
    const found = await store.findPart(part.digest);
    if (found === undefined || !isUnused(found)) continue;
    await store.removePart(found.digest);
    removed.files += 1;
    removed.bytes += found.bytes;
  }
  await store.removeUnfinished(now - unusedMs);
  return removed;
}

async function listUsed(store: ReleaseStore, { release, manifest: digest }: NumberedPointer): Promise<string[]> {
  const manifest = parseManifest(await readPart(digest));
  if (manifest === undefined) throw lost(release);
  const index = manifest.parts[parts.versions];
  const texts = index === undefined ? [] : listTexts(await readPart(index));
  return [digest, ...Object.values(manifest.parts), ...texts];

  async function readPart(part: string): Promise<string> {
    const body = await store.getPart(part);
    if (body === undefined) throw lost(release);
    return text(body);
  }

  function lost(name: string): StoreFailure {
    const remedy = 'run "npm run publish -- --again" where it was built';
    return new StoreFailure(`Nothing was removed: the parts of release ${name} cannot be read; ${remedy}.`);
  }
}
