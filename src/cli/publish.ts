import './plain-errors.ts';

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeChanges, type ReleaseSnapshot, snapshotRelease } from '../build/published-changes.ts';
import { type FileReader, openFileReader } from '../library/file-reader.ts';
import { openPaidLibrary, openPublicLibrary } from '../library/library-file.ts';
import { parts, releasesFolder } from '../library/release-parts.ts';
import { currentRelease } from '../release/manifest.ts';
import { readConfig } from '../server/process/config.ts';
import { type CommandContext, parseCommand, requireOnePublication, runCommand } from './arguments.ts';
import { findHooks, runHook } from './publish-again.ts';
import { openPublishing } from './publish-to-store.ts';

const usage = `Usage: npm run publish [-- --again]

Checks content, builds a release and makes it the one that is served. With an error anywhere it exits 1 and the release before
stays the current one; a service that runs takes a new one over within a second. Settings are those of the environment and .env.

With RELEASE_STORE it begins with the current release of the store, and uploads the new one for all machines, which take it over within
five seconds. If another publisher was faster, it exits 1 and the store is unchanged.

  --again   publishes what an interrupted publish or push left: in a checkout with the hooks of deploy/, the commit that was pushed;
            then in RELEASE_STORE, every part of the release once more, which also replaces damaged ones
  --parts   the second half of --again only
`;

const releases = releasesFolder(process.env);
await runCommand(publish);

/** Builds, which checks the content, and says what readers see now. */
async function publish(args: readonly string[], { print, now }: CommandContext): Promise<number> {
  const option = { type: 'boolean', default: false } as const;
  const called = parseCommand(args, { usage, options: { again: option, parts: option } });
  requireOnePublication(process.env);
  const { again, parts: isForParts } = called.values;
  const hooks = again && !isForParts ? findHooks() : undefined;
  if (hooks !== undefined) return runHook(hooks, { print, hasStore: Boolean(process.env.RELEASE_STORE) });
  const config = readConfig(process.env);
  const shared = await openPublishing(config, { releases, env: process.env });
  const before = await currentRelease(releases);
  const fail = (reason = '') => {
    // A store has another release now, if it gave a reason.
    const served = before === undefined || reason !== '' ? '' : `: release ${before} is still served`;
    process.stderr.write(`${reason}Nothing was published${served}.\n`);
    return 1;
  };
  if (!build()) return fail();
  const id = await currentRelease(releases);
  if (id === undefined) throw new Error(`The build ended well and ${releases} names no release.`);
  const reason = await shared?.publish({ id, isAgain: again || isForParts, print });
  if (reason !== undefined) return fail(`${reason}\n`);
  print(`Published release ${id} for ${config.BASE_URL}.\n`);
  print(describeChanges(await readSnapshot(before), await readSnapshot(id), { now, baseUrl: config.BASE_URL }));
  return 0;
}

function build(): boolean {
  const env = { ...process.env, PUBLISHER_PID: String(process.pid) };
  return spawnSync(process.execPath, ['--run', 'build'], { stdio: 'inherit', env }).status === 0;
}

/** A release that another version wrote may not be readable: then everything counts as new. */
async function readSnapshot(id: string | undefined): Promise<ReleaseSnapshot> {
  if (id === undefined) return new Map();
  const path = (name: string) => join(releases, id, name);
  try {
    const files: FileReader[] = [];
    const openFile = (name: string) => {
      const file = openFileReader(path(name));
      files.push(file);
      return file;
    };
    const open = openPublicLibrary(await readFile(path(parts.library)), openFile);
    const paidLibrary = openPaidLibrary(await readFile(path(parts.paidLibrary)), openFile);
    const snapshot = snapshotRelease(
      open.articles,
      new Map(paidLibrary.articles.map(({ slug, contentDigest }) => [slug, contentDigest])),
    );
    for (const file of files) file.close();
    return snapshot;
  } catch (cause) {
    process.stderr.write(
      `The articles of release ${id} cannot be read (${cause instanceof Error ? cause.message : cause}).\n`,
    );
    return new Map();
  }
}
