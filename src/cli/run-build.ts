import './plain-errors.ts';

import { spawnSync } from 'node:child_process';
import { findBuiltRelease, rememberBuiltRelease } from '../build/built-release.ts';
import { digestInputs, stateOfInputs } from '../build/input-digest.ts';
import { type InputDigest, rememberSoftware } from '../build/software-digest.ts';
import { openPartCache } from '../library/part-cache.ts';
import { partsFolder, releasesFolder } from '../library/release-parts.ts';
import { readConfig } from '../server/process/config.ts';

/**
 * Compiles the content, renders the pages, writes a release and makes it current. If nothing has changed since the current
 * release was built, only verifies that release. Each step reuses results of earlier builds from the cache of parts.
 * @param software digest of this code
 */
export async function runBuild(software: InputDigest): Promise<void> {
  rememberSoftware(software);
  const config = readConfig(process.env);
  const releases = releasesFolder(process.env);
  const cache = openPartCache(partsFolder(process.env));
  const now = Date.now();
  const inputs = await digestInputs(process.env, config);
  const known = await findBuiltRelease(inputs, { releases, baseUrl: config.BASE_URL, cache, now });
  if (known !== undefined) {
    process.stdout.write(`Nothing has changed since release ${known} was built, and each of its parts is intact.\n`);
    return;
  }
  const { written } = await import('./compile-command.ts');
  const { finishRelease } = await import('../build/finish-release.ts');
  const finished = written && (await finishRelease(config, { cache, env: process.env, releases }));
  if (!finished) {
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`Wrote ${finished.responses} prebuilt responses into release ${finished.id}.\n`);
  // The software is new: let V8 compile the server's code, so that its first start is fast.
  if (finished.isBundled) spawnSync('npm', ['run', '--silent', 'serve', '--', '--compile-only'], { stdio: 'inherit' });
  const state = await stateOfInputs(process.env, config);
  await rememberBuiltRelease(inputs, { ...written, state, releases, cache, now });
}
