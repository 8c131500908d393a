import { runGit } from '../content/load/history.ts';
import { publication } from '../library/current-publication.ts';
import { listFilesBehindLinks } from '../library/list-files.ts';
import { createMemo, type Memo, openPartCache } from '../library/part-cache.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { partsFolder, releasesFolder } from '../library/release-parts.ts';
import type { Config } from '../server/process/config.ts';
import { pdfFolder } from './pdf-files.ts';
import { digestSoftware, type InputDigest, readSoftware, startInputs } from './software-digest.ts';

/** Results of earlier builds by the same version of the software, on any branch. */
export async function openMemo(env: NodeJS.ProcessEnv): Promise<Memo> {
  return createMemo(openPartCache(partsFolder(env)), (await digestSoftware()).digest);
}

/**
 * A publication without its content: its settings and its public files. The settings are digested as this process uses
 * them, because `site.config.ts` may import them or read them from the environment.
 */
export async function digestLooks(env: NodeJS.ProcessEnv, isRead = true): Promise<InputDigest> {
  const { config, public: publicDir } = publicationFolder(env);
  const inputs = startInputs(JSON.stringify(publication), isRead);
  inputs.addFile(config);
  inputs.addFiles(publicDir, await listFilesBehindLinks(publicDir));
  return inputs.end();
}

/** Settings that do not change a release. Several are secret, and their digest would confirm a guess. */
const unread = new Set([
  'KEY_SECRET',
  'KEY_SECRET_PREVIOUS',
  'OWNER_SECRET',
  'STORE_URL',
  'STORE_PREFIX',
  'RELEASE_STORE',
  'PUBLICATIONS',
  'PUBLICATIONS_OPEN',
  'DATA_DIR',
  'EDGE_PURGE_HEADER',
]);

/**
 * Everything that decides what a build writes, except the month and the files outside of `content/` that articles name.
 */
export function digestInputs(env: NodeJS.ProcessEnv, config: Config): Promise<InputDigest> {
  return walkInputs(env, { config, isRead: true });
}

/** Reads the state of the same inputs again, such as size and times, without their contents. */
export async function stateOfInputs(env: NodeJS.ProcessEnv, config: Config): Promise<string> {
  const { state } = await walkInputs(env, { config, isRead: false });
  return state;
}

async function walkInputs(
  env: NodeJS.ProcessEnv,
  { config, isRead }: { config: Config; isRead: boolean },
): Promise<InputDigest> {
  const { content } = publicationFolder(env);
  // The dates and the earlier texts of an article are in its history, which no commit changes that is of other files.
  const history = Promise.all([
    runGit(content, ['log', '-1', '--format=%H', '--', '.']),
    runGit(content, ['rev-parse', '--is-shallow-repository']),
  ]);
  const code = isRead ? await digestSoftware() : await readSoftware(false);
  const looks = await digestLooks(env, isRead);
  const settings = Object.entries(config).filter(([name]) => !unread.has(name));
  const inputs = startInputs(JSON.stringify([settings, await history]), isRead);
  inputs.add(code);
  inputs.add(looks);
  await inputs.addFolder(content);
  await inputs.addFolder(pdfFolder(releasesFolder(env)));
  return inputs.end();
}

/** The bytes of some files; a missing one counts as missing. */
export function digestFiles(paths: readonly string[]): InputDigest {
  const inputs = startInputs();
  for (const path of paths) inputs.addFile(path);
  return inputs.end();
}
