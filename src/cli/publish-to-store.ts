import { currentRelease } from '../release/manifest.ts';
import { keepPrivate } from '../release/private.ts';
import { takeRelease } from '../release-store/fetch-release.ts';
import { StoreFailure } from '../release-store/object-store.ts';
import { publishRelease } from '../release-store/publish-release.ts';
import { findNewest, openReleaseStore } from '../release-store/release-store.ts';
import type { Config } from '../server/process/config.ts';
import { namePublisher } from './stored-releases.ts';

/**
 * Begins to publish into RELEASE_STORE: makes its current release the one that the build continues, since a release
 * refers to the texts of earlier versions, and remembers its number.
 * @param about.releases the folder of this machine's builds
 * @returns undefined without RELEASE_STORE
 * @throws StoreFailure when the store cannot be used
 */
export async function openPublishing(config: Config, about: { releases: string; env: NodeJS.ProcessEnv }) {
  if (config.RELEASE_STORE === undefined) return undefined;
  const { releases, env } = about;
  keepPrivate(releases);
  const store = await openReleaseStore(config.RELEASE_STORE, env);
  await store.probe();
  const base = await findNewest(store);
  let isDamaged = false;
  if (base !== undefined && (await currentRelease(releases)) !== base.release) {
    try {
      await takeRelease(store, base, { releases, reuse: [releases] });
    } catch (cause) {
      if (!(cause instanceof StoreFailure) || cause.isTransient) throw cause;
      // The next release repairs what is damaged, since it uploads every part. Git has the texts of earlier versions
      // too.
      isDamaged = true;
      process.stderr.write(`${cause.message} This build begins without it.\n`);
    }
  }
  return {
    /** @returns why it was not published, in sentences; undefined when it was */
    async publish({ id, isAgain, print }: { id: string; isAgain: boolean; print: (text: string) => void }) {
      const publisher = namePublisher(env);
      const about = { releases, id, base, publisher, isAgain: isAgain || isDamaged, now: Date.now };
      const outcome = await publishRelease(store, about);
      store.close();
      if (outcome.kind === 'lost') {
        const { number, release, publisher: other, at } = outcome.winner;
        return `${other} published release ${release} as number ${number} in ${store.url} at ${at}, after this build began. Get the changes that it contains (git pull) and run "npm run publish" again.`;
      }
      const { number, uploaded, uploadedBytes } = outcome;
      const state = outcome.kind === 'unchanged' ? 'It was current already' : 'It is current';
      print(
        `Uploaded ${uploaded} parts (${Math.ceil(uploadedBytes / 1024)} KB) to ${store.url}. ${state}, as number ${number}.\n`,
      );
      return undefined;
    },
  };
}
