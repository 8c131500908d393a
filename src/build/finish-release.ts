import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publication } from '../library/current-publication.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { parts, stagingFolder } from '../library/release-parts.ts';
import { finalizeRelease } from '../release/manifest.ts';
import { openRelease } from '../release/open-release.ts';
import { prebuildResponses } from '../release/prebuild.ts';
import type { Config } from '../server/process/config.ts';
import { createLog } from '../server/process/log.ts';
import { serveRelease } from '../server/process/served-release.ts';
import { digestLooks } from './input-digest.ts';
import { createOfflineState, lastReleaseTime } from './offline-state.ts';
import { openPageBundle } from './page-bundle.ts';
import { renderPages } from './render-pages.ts';
import { digestSoftware } from './software-digest.ts';

const bundleCommand = join(import.meta.dirname, '../cli/bundle-command.ts');

/** All that Astro reads of the environment while it bundles: where to write, and whose style rules and language. */
export function selectBundleSettings(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const { RELEASE_DIR, PUBLICATION_DIR } = env;
  return {
    ...(RELEASE_DIR === undefined ? {} : { RELEASE_DIR }),
    ...(PUBLICATION_DIR === undefined ? {} : { PUBLICATION_DIR }),
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    HOME: '/',
  };
}

/**
 * The second half of a build: renders the pages of the compiled folder, writes each response that is already known into it in all
 * encodings, and makes it the current release. A running service switches to it by itself.
 * @returns name of the release, the number of responses, and whether the pages were bundled for it; undefined when Astro failed,
 *   which has then printed why
 */
export async function finishRelease(
  config: Config,
  { cache, env, releases }: { cache: PartCache; env: NodeJS.ProcessEnv; releases: string },
): Promise<{ id: string; responses: number; isBundled: boolean } | undefined> {
  const folder = stagingFolder(env);
  const site = join(folder, parts.site);
  const { looks, language } = publication;
  const inBundle = JSON.stringify([looks, language]);
  const bundleKey = partKey('bundle', (await digestSoftware()).digest, process.cwd(), inBundle);
  const bundle = () => spawnSync(process.execPath, [bundleCommand], { stdio: 'inherit' }).status === 0;
  const opened = await openPageBundle(site, { key: bundleKey, cache, bundle });
  if (opened === 'failed') return undefined;
  const { public: publicDir } = publicationFolder(env);
  if (existsSync(publicDir)) await cp(publicDir, join(site, 'client'), { recursive: true, dereference: true });
  const settings = partKey('pages', bundleKey, (await digestLooks(env)).digest, config.BASE_URL);
  const pages = await renderPages(site, { origin: new URL(config.BASE_URL).origin, settings, cache });
  const release = await openRelease(folder, { hasPrebuilt: false });
  // Scheduled articles are prebuilt as they will be; the service withholds them until their release time.
  const now = lastReleaseTime(release);
  const state = createOfflineState(config, now);
  const served = await serveRelease({ release, state, config, log: createLog(config.LOG_LEVEL).log, now });
  const responses = await prebuildResponses(folder, { ...served, pages, cache });
  await release.close();
  // Its files are among the prebuilt responses.
  await rm(join(site, 'client'), { recursive: true, force: true });
  const id = await finalizeRelease(folder, { releases, baseUrl: config.BASE_URL });
  return { id, responses, isBundled: opened === 'bundled' };
}
