import { readFileSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFilesBehindLinks } from '../library/list-files.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { parts, stagingFolder } from '../library/release-parts.ts';
import type { EarlierParts } from '../release/earlier-parts.ts';
import { finalizeRelease } from '../release/manifest.ts';
import { openRelease } from '../release/open-release.ts';
import { prebuildResponses } from '../release/prebuild.ts';
import type { Config } from '../server/process/config.ts';
import { createLog } from '../server/process/log.ts';
import { serveRelease } from '../server/process/served-release.ts';
import { hashInThread } from './hash-in-thread.ts';
import { digestLooks } from './input-digest.ts';
import { createOfflineState, lastReleaseTime } from './offline-state.ts';
import type { PageBundle } from './page-bundle.ts';
import { renderPages } from './render-pages.ts';

/**
 * The second half of a build: renders the pages of the compiled folder, writes each response that is already known into
 * it in all encodings, and makes it the current release. A running service switches to it by itself.
 * @returns name of the release and the number of responses; undefined when there is none, and why is printed
 */
export async function finishRelease(
  config: Config,
  about: { bundle: PageBundle; cache: PartCache; env: NodeJS.ProcessEnv; releases: string; earlier: EarlierParts },
): Promise<{ id: string; responses: number } | undefined> {
  const { bundle, cache, env, releases, earlier } = about;
  const folder = stagingFolder(env);
  const site = join(folder, parts.site);
  // The pages, which are rendered at the same time, change none of these files.
  const hashing = hashInThread(folder, earlier.linked);
  if (!(await bundle.unpack(site))) return undefined;
  const { public: publicDir } = publicationFolder(env);
  // Exactly the files that `digestLooks` reads.
  for (const name of await listFilesBehindLinks(publicDir)) {
    const target = join(site, 'client', name);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(publicDir, name), target);
  }
  const settings = partKey('pages', bundle.digest, (await digestLooks(env)).digest, config.BASE_URL);
  const pages = await renderPages(site, { origin: new URL(config.BASE_URL).origin, settings, cache });
  const release = await openRelease(folder, { hasPrebuilt: false });
  // Scheduled articles are prebuilt as they will be; the service withholds them until their release time.
  const now = lastReleaseTime(release);
  const state = createOfflineState(config, now);
  const served = await serveRelease({ release, state, config, log: createLog(config.LOG_LEVEL).log, now });
  const responses = await prebuildResponses(folder, { ...served, site: pages, settings, cache, earlier });
  await release.close();
  await pages.close();
  // Its files are among the prebuilt responses.
  await rm(join(site, 'client'), { recursive: true, force: true });
  if (isAbandoned(env)) {
    process.stderr.write('The command that began this build was killed: its release does not become current.\n');
    return undefined;
  }
  const known = { linked: earlier.linked, hashed: await hashing };
  const id = await finalizeRelease(folder, { releases, baseUrl: config.BASE_URL, ...known });
  return { id, responses };
}

/** Has the publisher of a build ended? A build outlives one that is killed, whose push has then been taken back. */
export function isAbandoned({ PUBLISHER_PID }: NodeJS.ProcessEnv): boolean {
  if (PUBLISHER_PID === undefined) return false;
  try {
    process.kill(Number(PUBLISHER_PID), 0);
  } catch {
    return true;
  }
  return isZombie(PUBLISHER_PID);
}

/**
 * A process that has ended keeps its number until its parent asks how it ended. If that was killed too, its next parent
 * is the first process of the machine or container, and not every one asks.
 */
function isZombie(pid: string): boolean {
  try {
    // proc_pid_stat(5): the state follows the name, which is in parentheses and may have some of its own.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false; // not Linux
  }
}
