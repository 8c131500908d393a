import './plain-errors.ts';

import { join } from 'node:path';
import { releasesFolder } from '../library/release-parts.ts';
import { type KnownRelease, listReleases, makeCurrent } from '../release/manifest.ts';
import { openRelease } from '../release/open-release.ts';
import { readConfig } from '../server/process/config.ts';
import { type CommandContext, exitWith, parseCommand, requireOnePublication, runCommand } from './arguments.ts';
import { openStoredReleases, type ReleaseList } from './stored-releases.ts';

const usage = `Usage: npm run releases
       npm run rollback [-- ID]

Lists the releases on this machine, the current one first. npm run rollback serves another one of them, or without ID the one that
was current before: a running service switches to it within a second, and a second rollback returns. The next build is current again.
With RELEASE_STORE they are the ten latest of the store, and the services of all machines switch within five seconds.
State does not go back: purchases, keys and subscriptions stay.
`;

/**
 * @param context.tryOpen throws when a release cannot be served
 * @returns the exit code: 0 when it is done, 1 when the release is unknown or cannot be served, 2 for wrong arguments
 */
export async function runReleases(
  args: readonly string[],
  { print, env, tryOpen }: CommandContext & { env: NodeJS.ProcessEnv; tryOpen: (folder: string) => Promise<void> },
): Promise<number> {
  const called = parseCommand(args, { usage, options: { rollback: { type: 'boolean', default: false } }, most: 1 });
  requireOnePublication(env);
  const { place, known, ...releases } = (await openStoredReleases(env)) ?? (await openLocalReleases(env));
  if (!called.values.rollback) {
    for (const [at, release] of known.entries()) print(`${describe(release)}${at === 0 ? '  current' : ''}\n`);
    return known.length > 0
      ? 0
      : exitWith(print, { text: `${place} has no release: run "npm run publish" first.\n`, code: 1 });
  }
  const [requested] = called.positionals;
  const [next, another] =
    requested === undefined ? known.slice(1, 2) : known.filter(({ id }) => id.startsWith(requested));
  if (next === undefined || another !== undefined) {
    const ids = known.map(({ id }) => id).join(', ') || 'none';
    const problem = next
      ? `"${requested}" begins the names of several releases`
      : `${requested === undefined ? 'An earlier release' : `The release ${requested}`} does not exist`;
    return exitWith(print, { text: `${problem}; known: ${ids}.\n`, code: 1 });
  }
  try {
    await releases.makeCurrent(next.id, tryOpen);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return exitWith(print, { text: `${next.id} cannot be served; nothing was changed. ${reason}\n`, code: 1 });
  }
  return exitWith(print, { text: `${next.id} is the current release.\n`, code: 0 });
}

function describe({ id, about }: KnownRelease): string {
  if (about === undefined) return `${id}  cannot be read`;
  const built = new Date(about.builtAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return `${id}  ${built} UTC  ${about.software}  ${about.baseUrl}`;
}

async function openLocalReleases(env: NodeJS.ProcessEnv): Promise<ReleaseList> {
  const folder = releasesFolder(env);
  return {
    place: folder,
    known: await listReleases(folder),
    async makeCurrent(id, tryOpen) {
      await tryOpen(join(folder, id));
      await makeCurrent(folder, { id, baseUrl: readConfig(env).BASE_URL });
    },
  };
}

/** A service could not serve a release whose parts have another format. */
async function tryOpen(folder: string): Promise<void> {
  await (await openRelease(folder, { hasPrebuilt: true })).close();
}

if (import.meta.main) await runCommand((args, session) => runReleases(args, { ...session, env: process.env, tryOpen }));
