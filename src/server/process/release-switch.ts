import type { Logger } from 'pino';
import { checkRelease, currentRelease } from '../../release/manifest.ts';
import type { ServedRelease } from './served-release.ts';

/** How often a damaged release is looked at again: that reads all of it. */
const recheckMs = 5_000;
/** A response that began with the previous release may still read its files. */
const lingerMs = 60_000;

/**
 * The release that is served, and how another takes its place.
 * @param first what is served at the start
 * @param about.releases the folder that contains all releases
 * @param about.onSwitch runs when another release is served
 */
export function createReleaseSwitch(
  first: ServedRelease,
  about: {
    releases: string;
    baseUrl: string;
    open: (folder: string) => Promise<ServedRelease>;
    onSwitch: () => unknown;
    log: Logger;
  },
) {
  const { releases, baseUrl, open, onSwitch, log } = about;
  const current = { site: first };
  let refused: string | undefined;
  let damaged: ServedRelease['release'] | undefined;
  let recheckAt = 0;
  const reported = new Set<string>();

  async function replace(folder: string): Promise<void> {
    const next = await open(folder);
    await next.prepare().catch(async (err: unknown) => {
      await next.close();
      throw err;
    });
    const before = current.site;
    current.site = next;
    onSwitch();
    setTimeout(() => void before.close(), lingerMs).unref();
  }

  return {
    /** Its `site` changes with each switch. */
    current,

    /** Switches to the current release if it is not served yet; a broken one is rejected and logged once. */
    async switchToCurrent(): Promise<void> {
      const id = await currentRelease(releases);
      if (id === undefined || current.site.release.folder.endsWith(id) || id === refused) return;
      try {
        await replace(await checkRelease(releases, baseUrl));
        const articles = current.site.services.catalogue.list().length;
        log.info({ release: id, articles }, 'switched to another release');
      } catch (err) {
        refused = id;
        log.error({ err, release: id }, 'release rejected; still serving the previous one');
      }
    },

    /** Lets `switchToCurrent` try a release again that it has rejected. */
    tryAgain(): void {
      refused = undefined;
    },

    /**
     * Logs once that files of the release are damaged, and opens it again once they are repaired. An earlier text that
     * is damaged is logged too; everything else is served as before.
     */
    async lookAfterFiles(): Promise<void> {
      const { release } = current.site;
      for (const damage of release.texts.damage()) {
        if (!reported.has(damage)) log.error({ damage }, 'an earlier text is damaged');
        reported.add(damage);
      }
      await release.check();
      const damage = release.damage();
      if (damage === undefined) return;
      if (damaged !== release) log.error({ damage }, 'the release is damaged');
      damaged = release;
      if (performance.now() < recheckAt) return;
      recheckAt = performance.now() + recheckMs;
      const folder = await checkRelease(releases, baseUrl).catch(() => undefined);
      if (folder === undefined) return;
      await replace(folder);
      log.info({ folder }, 'the release is whole again');
    },
  };
}
