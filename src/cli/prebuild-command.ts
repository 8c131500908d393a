import './plain-errors.ts';

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createOfflineState, lastReleaseTime } from '../build/offline-state.ts';
import { openPartCache } from '../library/part-cache.ts';
import { parts, partsFolder, releasesFolder, stagingFolder } from '../library/release-parts.ts';
import { finalizeRelease } from '../release/manifest.ts';
import { openRelease } from '../release/open-release.ts';
import { prebuildResponses } from '../release/prebuild.ts';
import { keepPrivate } from '../release/private.ts';
import { removeUnfinishedAtFailure } from '../release/unfinished.ts';
import { readConfig } from '../server/process/config.ts';
import { createLog } from '../server/process/log.ts';
import { serveRelease } from '../server/process/served-release.ts';

/**
 * The last part of `npm run build`: writes each response that is already known into the release, in all encodings, and makes the
 * release current. A running service switches to it by itself.
 */
const config = readConfig(process.env);
const releases = releasesFolder(process.env);
keepPrivate(releases);
removeUnfinishedAtFailure(releases);
const folder = stagingFolder(process.env);
const release = await openRelease(folder, { hasPrebuilt: false });
// Scheduled articles are prebuilt as they will be; the service withholds them until their release time.
const now = lastReleaseTime(release);
const site = await serveRelease({
  release,
  state: createOfflineState(config, now),
  config,
  log: createLog(config.LOG_LEVEL).log,
  now,
});
const count = await prebuildResponses(folder, { ...site, cache: openPartCache(partsFolder(process.env)) });
await release.close();
// Its files are among the prebuilt responses.
await rm(join(folder, parts.site, 'client'), { recursive: true, force: true });
const id = await finalizeRelease(folder, { releases, baseUrl: config.BASE_URL });
process.stdout.write(`Wrote ${count} prebuilt responses into release ${id}.\n`);
