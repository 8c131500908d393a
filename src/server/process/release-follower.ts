import type { Logger } from 'pino';
import { releasesFolder, servedFolder } from '../../library/release-parts.ts';
import { lockFetching } from '../../release/folder-lock.ts';
import { checkRelease, currentRelease, readSoftwareVersion } from '../../release/manifest.ts';
import { keepPrivate } from '../../release/private.ts';
import { takeRelease } from '../../release-store/fetch-release.ts';
import { StoreFailure } from '../../release-store/object-store.ts';
import { checkServable, findNewest, openReleaseStore, type ReleaseStore } from '../../release-store/release-store.ts';
import type { Config } from './config.ts';

/** How often the store is asked for a newer pointer, in one request. */
const pollMs = 2_000;
/** How often a release is fetched again that could not be. */
const retryMs = 15_000;
/** How often the lock is tried while another process of this machine fetches the first release. */
const lockedMs = 200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches what is current in RELEASE_STORE, now and whenever it changes, for the services of this process; without that
 * setting it does nothing. Resolves when this machine has a release to serve, which may be an older one while the store
 * does not respond.
 * @throws StoreFailure when this machine has none and the store has none that can be served here
 */
export async function followReleaseStore(about: {
  config: Config;
  env: Readonly<Record<string, string | undefined>>;
  log: Logger;
}): Promise<void> {
  const { config, env, log } = about;
  if (config.RELEASE_STORE === undefined) return;
  const releases = servedFolder(env);
  keepPrivate(releasesFolder(env));
  const store = await openReleaseStore(config.RELEASE_STORE, env);
  let isComplete = false;
  /** Reads the whole release, once it is complete no more. */
  async function isServable(): Promise<boolean> {
    isComplete ||= await checkRelease(releases, config.BASE_URL).then(
      () => true,
      () => false,
    );
    return isComplete;
  }
  const takeNewest = createFetcher(store, {
    releases,
    reuse: [releases, releasesFolder(env)],
    baseUrl: config.BASE_URL,
    isServable,
    log,
  });
  let reported: string | undefined;

  /** @returns the failure, which is logged once */
  async function look(): Promise<Error | undefined> {
    try {
      await takeNewest();
    } catch (cause) {
      const failure = cause instanceof Error ? cause : new Error(String(cause));
      if (reported !== failure.message) log.error({ reason: failure.message }, 'no newer release can be fetched');
      reported = failure.message;
      return failure;
    }
    if (reported !== undefined) log.info('releases can be fetched again');
    reported = undefined;
    return undefined;
  }

  for (;;) {
    const failure = await look();
    if (await isServable()) break;
    if (failure !== undefined && !isTransient(failure)) throw failure;
    await pause(failure === undefined ? lockedMs : pollMs);
  }
  const watch = () => void setTimeout(() => void look().then(watch), pollMs).unref();
  watch();
}

function isTransient(failure: unknown): boolean {
  return failure instanceof StoreFailure && failure.isTransient;
}

/** @returns a function that fetches the newest release unless it is here, and makes it the current one */
function createFetcher(
  store: ReleaseStore,
  about: {
    releases: string;
    reuse: readonly string[];
    baseUrl: string;
    isServable: () => Promise<boolean>;
    log: Logger;
  },
): () => Promise<void> {
  const { releases, reuse, baseUrl, isServable, log } = about;
  let fetchedNumber = 0;
  let failed: { number: number; cause: unknown; retryAt: number } | undefined;

  return async () => {
    const newest = await findNewest(store, fetchedNumber);
    if (newest === undefined) {
      if (fetchedNumber > 0) return;
      throw new StoreFailure(`${store.url} has no release yet: run "npm run publish" with the same RELEASE_STORE.`);
    }
    if (failed?.number === newest.number && performance.now() < failed.retryAt) throw failed.cause;
    const unlock = lockFetching(releases);
    // Another process of this machine fetches it.
    if (unlock === undefined) return;
    try {
      if (!(await isServable()) || (await currentRelease(releases)) !== newest.release) {
        checkServable(newest, { url: store.url, software: await readSoftwareVersion(), baseUrl });
        const startedAt = performance.now();
        const fetched = await takeRelease(store, newest, { releases, reuse });
        const ms = Math.round(performance.now() - startedAt);
        log.info({ release: newest.release, number: newest.number, ...fetched, ms }, 'fetched a release');
      }
      fetchedNumber = newest.number;
      failed = undefined;
    } catch (cause) {
      if (!isTransient(cause)) failed = { number: newest.number, cause, retryAt: performance.now() + retryMs };
      throw cause;
    } finally {
      unlock();
    }
  };
}
