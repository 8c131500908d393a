import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runGit } from '../content/load/history.ts';
import { startSha256 } from '../library/digest.ts';
import { listFiles } from '../library/list-files.ts';
import { createMemo, type Memo, openPartCache } from '../library/part-cache.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { partsFolder, releasesFolder } from '../library/release-parts.ts';
import type { Config } from '../server/process/config.ts';
import { pdfFolder } from './pdf-files.ts';

/** The contents of some files. */
export interface InputDigest {
  /** SHA-256 in hex. */
  digest: string;
  /** What the file system says of the same files: another text as soon as one of them is written. */
  state: string;
  /** Epoch milliseconds of the last change of one of them. */
  changedAt: number;
}

const software = resolve(import.meta.dirname, '../..');

let knownSoftware: Promise<InputDigest> | undefined;

/** Digests the code that this process runs, once: sources, their configuration, packages and Node.js. */
export function digestSoftware(): Promise<InputDigest> {
  knownSoftware ??= readSoftware();
  return knownSoftware;
}

async function readSoftware(isRead = true): Promise<InputDigest> {
  const files = ['astro.config.mjs', 'tsconfig.json', 'package.json', 'node_modules/.package-lock.json'];
  const inputs = startInputs(`${process.version} ${process.platform} ${process.arch}`, isRead);
  for (const path of files) inputs.addFile(join(software, path));
  await inputs.addFolder(join(software, 'src'), (name) => !name.endsWith('.test.ts'));
  return inputs.end();
}

/** The results of this very software in earlier builds, of all branches. */
export async function openMemo(env: NodeJS.ProcessEnv): Promise<Memo> {
  return createMemo(openPartCache(partsFolder(env)), (await digestSoftware()).digest);
}

/** A publication without its content: `site.config.ts` and its public files. */
export async function digestLooks(env: NodeJS.ProcessEnv, isRead = true): Promise<InputDigest> {
  const { config, public: publicDir } = publicationFolder(env);
  const inputs = startInputs('', isRead);
  inputs.addFile(config);
  await inputs.addFolder(publicDir);
  return inputs.end();
}

/** Settings that say nothing about a release, and must not be found by their digest. */
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

/** Everything that decides what a build writes, except the day and the files outside of `content/` that articles name. */
export function digestInputs(env: NodeJS.ProcessEnv, config: Config): Promise<InputDigest> {
  return walkInputs(env, { config, isRead: true });
}

/** The state of the same inputs at another time, without their contents. */
export async function stateOfInputs(env: NodeJS.ProcessEnv, config: Config): Promise<string> {
  const { state } = await walkInputs(env, { config, isRead: false });
  return state;
}

async function walkInputs(
  env: NodeJS.ProcessEnv,
  { config, isRead }: { config: Config; isRead: boolean },
): Promise<InputDigest> {
  const { content } = publicationFolder(env);
  // The dates and the earlier texts of an article are in its history.
  const commit = runGit(content, ['rev-parse', 'HEAD', '--is-shallow-repository']);
  const software = readSoftware(isRead);
  if (isRead) knownSoftware ??= software;
  const [code, looks] = [await software, await digestLooks(env, isRead)];
  const settings = Object.entries(config).filter(([name]) => !unread.has(name));
  const inputs = startInputs(JSON.stringify([settings, await commit]), isRead);
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

/** @param isRead without it, the digest is of no use: nothing is read */
function startInputs(text = '', isRead = true) {
  const hash = startSha256().update(text);
  const states = startSha256().update(text);
  let changedAt = 0;
  function addName(name: string): void {
    hash.update(name);
    states.update(name);
  }
  // One after the other without waiting: thousands of short files take a tenth of the time.
  function addFile(path: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    const { size, mtimeMs, ctimeMs, ino, dev } = found ?? {};
    states.update(JSON.stringify([size, mtimeMs, ctimeMs, ino, dev]));
    if (isRead) {
      const bytes = found?.isFile() ? readFileSync(path) : undefined;
      hash.update(`${bytes?.length ?? 'missing'}\n`).update(bytes ?? '');
    }
    changedAt = Math.max(changedAt, mtimeMs ?? 0);
  }
  return {
    addFile,
    add(other: InputDigest): void {
      hash.update(other.digest);
      states.update(other.state);
      changedAt = Math.max(changedAt, other.changedAt);
    },
    async addFolder(folder: string, isInput: (name: string) => boolean = () => true): Promise<void> {
      const { files, links } = await listFiles(folder);
      addName(JSON.stringify(links));
      for (const name of files.filter(isInput)) {
        addName(JSON.stringify(name));
        addFile(join(folder, name));
      }
    },
    end: (): InputDigest => ({ digest: hash.digest('hex'), state: states.digest('hex'), changedAt }),
  };
}
