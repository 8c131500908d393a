import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDenyList } from '../core/access/deny-list.ts';
import { createKeyring } from '../core/access/keys.ts';
import { createMemoryRateLimiter } from '../core/limits/memory.ts';
import { readConfig } from '../server/process/config.ts';
import { createSigner } from '../server/process/key-crypto.ts';
import { createLog } from '../server/process/log.ts';
import { openSite } from '../server/process/site.ts';
import type { State } from '../server/process/state.ts';
import { sealRelease } from '../server/release/manifest.ts';
import { openRelease } from '../server/release/open.ts';
import { packAnswers } from '../server/release/pack.ts';
import { nextFolder, parts, releasesFolder } from '../server/release/parts.ts';
import { createMemoryStore } from '../store/memory.ts';

/**
 * `npm run build`, last half: asks the service for every answer that is known now, puts them into the release with all their
 * forms, and makes the folder the current release. A service that runs takes it over by itself.
 */
const config = readConfig(process.env);
const releases = releasesFolder(process.env);
const folder = nextFolder(process.env);
const release = await openRelease(folder, { isPacked: false });
// Scheduled articles are packed as they will be; the service withholds them until their moment.
const moments = release.open.articles.map(({ releaseAt }) => releaseAt ?? 0);
const latest = moments.reduce((one, other) => Math.max(one, other), Date.now());
const now = () => latest;
const site = await openSite({ release, state: buildState(), config, log: createLog(config.LOG_LEVEL).log, now });
const count = await packAnswers(folder, site);
await release.close();
// Everything in it is packed.
await rm(join(folder, parts.site, 'client'), { recursive: true, force: true });
const id = await sealRelease(folder, { releases, baseUrl: config.BASE_URL });
process.stdout.write(`Packed ${count} answers into release ${id}.\n`);

/** Nothing that is asked at a build needs a key or is written down. */
function buildState(): State {
  const store = createMemoryStore(now);
  const denyList = createDenyList(store);
  const secret = 'Nobody gets a key that is signed with this: the build gives none away.';
  return {
    store,
    denyList,
    secrets: [secret],
    keyring: createKeyring({
      prefix: config.KEY_PREFIX,
      environment: 'demo',
      secrets: { current: createSigner(secret), previous: undefined },
      isRevoked: denyList.isRevoked,
    }),
    limiter: createMemoryRateLimiter({ now }),
    canRecord: async () => true,
    close: () => store.close(),
  };
}
