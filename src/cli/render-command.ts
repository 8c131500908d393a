import './plain-errors.ts';

import { join } from 'node:path';
import { digestLooks, digestSoftware } from '../build/input-digest.ts';
import { openPageBundle } from '../build/page-bundle.ts';
import { renderPages } from '../build/render-pages.ts';
import { createMemo, openPartCache, partKey } from '../library/part-cache.ts';
import { parts, partsFolder, releasesFolder, stagingFolder } from '../library/release-parts.ts';
import { keepPrivate } from '../release/private.ts';
import { removeUnfinishedAtFailure } from '../release/unfinished.ts';
import { readConfig } from '../server/process/config.ts';

/**
 * `npm run build`, second part: Astro bundles the pages, and they are rendered. Astro writes down every environment
 * variable whose name occurs in its modules, so it only gets these: the release is then the same wherever it is built,
 * and cannot contain a secret.
 */
const releases = releasesFolder(process.env);
keepPrivate(releases);
removeUnfinishedAtFailure(releases);
const cache = openPartCache(partsFolder(process.env));
const { BASE_URL } = readConfig(process.env);
const { RELEASE_DIR, PUBLICATION_DIR } = process.env;
const seen = {
  BASE_URL,
  RELEASE_DIR,
  PUBLICATION_DIR,
  NODE_ENV: 'production',
  ASTRO_TELEMETRY_DISABLED: '1',
  HOME: '/',
};
for (const name of Object.keys(process.env)) delete process.env[name];
for (const [name, value] of Object.entries(seen)) if (value !== undefined) process.env[name] = value;

const site = join(stagingFolder(process.env), parts.site);
const [software, looks] = [await digestSoftware(), await digestLooks(process.env)];
await openPageBundle(site, {
  key: partKey('pages', software.digest, looks.digest, process.cwd(), JSON.stringify(seen)),
  cache,
  async bundle() {
    const { build } = await import('astro');
    await build({ logLevel: 'warn' });
  },
});
await renderPages(site, { origin: new URL(BASE_URL).origin, memo: createMemo(cache, software.digest) });
