import './plain-errors.ts';

import { findBuiltRelease, rememberBuiltRelease } from '../build/built-release.ts';
import { digestInputs, stateOfInputs } from '../build/input-digest.ts';
import { openPageBundle, type PageBundle } from '../build/page-bundle.ts';
import { type InputDigest, rememberSoftware } from '../build/software-digest.ts';
import { openPartCache } from '../library/part-cache.ts';
import { partsFolder, releasesFolder } from '../library/release-parts.ts';
import { readConfig } from '../server/process/config.ts';

/**
 * Compiles the content, renders the pages, writes a release and makes it current. If nothing has changed since the
 * current release was built, only verifies that release. Each step reuses results of earlier builds from the cache of
 * parts. The exit code is 1 after an error.
 * @param software digest of this code
 * @param prepare begins what makes later commands faster, as soon as pages are bundled; not called when nothing has
 *   changed
 */
export async function runBuild(software: InputDigest, prepare: (bundle: { isNew: boolean }) => void): Promise<void> {
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
  const bundle = await openPageBundle(process.env, cache);
  void bundle.bundled.then((bundled) => bundled && prepare(bundled));
  const written = await writeRelease(bundle).finally(bundle.close);
  if (!written) {
    process.exitCode = 1;
    return;
  }
  const state = await stateOfInputs(process.env, config);
  await rememberBuiltRelease(inputs, { ...written, state, releases, cache, now });

  /** @returns undefined when there is an error, which is printed */
  async function writeRelease(bundle: PageBundle) {
    const { written, earlier } = await import('./compile-command.ts');
    const { finishRelease } = await import('../build/finish-release.ts');
    const finished = written && (await finishRelease(config, { bundle, cache, env: process.env, releases, earlier }));
    if (finished) process.stdout.write(`Wrote ${finished.responses} prebuilt responses into release ${finished.id}.\n`);
    return finished && written;
  }
}
