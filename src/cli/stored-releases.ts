import { hostname } from 'node:os';
import { join } from 'node:path';
import { releasesFolder, servedFolder } from '../library/release-parts.ts';
import { lockFetching } from '../release/folder-lock.ts';
import { type KnownRelease, readSoftwareVersion } from '../release/manifest.ts';
import { keepPrivate } from '../release/private.ts';
import { fetchRelease } from '../release-store/fetch-release.ts';
import { StoreFailure } from '../release-store/object-store.ts';
import {
  checkServable,
  listRecent,
  type NumberedPointer,
  openReleaseStore,
  type ReleaseStore,
} from '../release-store/release-store.ts';
import { readConfig } from '../server/process/config.ts';

/** The releases that a rollback can return to, of this machine or of RELEASE_STORE. */
export interface ReleaseList {
  /** Where they are, for messages. */
  place: string;
  /** The current one first. */
  known: readonly KnownRelease[];
  /**
   * Makes one of them the current one.
   * @param tryOpen throws when the release in a folder cannot be served
   * @throws Error with one sentence; nothing was changed then
   */
  makeCurrent(id: string, tryOpen: (folder: string) => Promise<void>): Promise<void>;
}

/** `user@host`: the publisher that a pointer names. A container's user may have a number only. */
export function namePublisher(env: NodeJS.ProcessEnv): string {
  return `${env.USER ?? env.LOGNAME ?? process.getuid?.() ?? 'user'}@${hostname()}`;
}

/** The releases in RELEASE_STORE; undefined without that setting. */
export async function openStoredReleases(env: NodeJS.ProcessEnv): Promise<ReleaseList | undefined> {
  const { RELEASE_STORE, BASE_URL } = readConfig(env);
  if (RELEASE_STORE === undefined) return undefined;
  const store = await openReleaseStore(RELEASE_STORE, env);
  const recent = await listRecent(store);
  return {
    place: store.url,
    known: recent.map(({ release, at, software, baseUrl }) => ({
      id: release,
      about: { builtAtMs: Date.parse(at), software, baseUrl },
    })),
    async makeCurrent(id, tryOpen) {
      const pointer = recent.find(({ release }) => release === id);
      const number = (recent[0]?.number ?? 0) + 1;
      if (pointer === undefined) throw new Error(`${store.url} has no release ${id}.`);
      checkServable(pointer, { url: store.url, software: await readSoftwareVersion(), baseUrl: BASE_URL });
      await tryOpen(await fetchCopy(store, pointer, env));
      const { number: _, ...about } = pointer;
      const now = new Date().toISOString();
      if (!(await store.writePointer(number, { ...about, at: now, publisher: namePublisher(env) })))
        throw new StoreFailure(`Another publisher was faster: look at "npm run releases", and try again.`);
    },
  };
}

/** Copies a release to this machine, where a service may use the copy too. @returns its folder */
async function fetchCopy(store: ReleaseStore, pointer: NumberedPointer, env: NodeJS.ProcessEnv): Promise<string> {
  const releases = servedFolder(env);
  keepPrivate(releasesFolder(env));
  const unlock = lockFetching(releases);
  if (unlock === undefined)
    throw new StoreFailure('A service is fetching a release at this moment: try again.', { isTransient: true });
  try {
    await fetchRelease(store, pointer, { releases, reuse: [releases, releasesFolder(env)] });
  } finally {
    unlock();
  }
  return join(releases, pointer.release);
}
