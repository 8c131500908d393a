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

async function readSoftware(): Promise<InputDigest> {
  const files = ['astro.config.mjs', 'tsconfig.json', 'package.json', 'node_modules/.package-lock.json'];
  const inputs = startInputs(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of files) inputs.addFile(join(software, path));
  await inputs.addFolder(join(software, 'src'), (name) => !name.endsWith('.test.ts'));
  return inputs.end();
}

/** The results of this very software in earlier builds, of all branches. */
export async function openMemo(env: NodeJS.ProcessEnv): Promise<Memo> {
  return createMemo(openPartCache(partsFolder(env)), (await digestSoftware()).digest);
}

/** A publication without its content: `site.config.ts` and its public files. */
export async function digestLooks(env: NodeJS.ProcessEnv): Promise<InputDigest> {
  const { config, public: publicDir } = publicationFolder(env);
  const inputs = startInputs();
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
export async function digestInputs(env: NodeJS.ProcessEnv, config: Config): Promise<InputDigest> {
  const { content } = publicationFolder(env);
  // Read each time: a file may be saved while a build runs.
  const software = readSoftware();
  knownSoftware ??= software;
  const [code, looks] = [await software, await digestLooks(env)];
  const settings = Object.entries(config).filter(([name]) => !unread.has(name));
  // The dates and the earlier texts of an article are in its history.
  const commit = await runGit(content, ['rev-parse', 'HEAD']);
  const isShallow = await runGit(content, ['rev-parse', '--is-shallow-repository']);
  const inputs = startInputs(JSON.stringify([code.digest, looks.digest, settings, commit, isShallow]));
  await inputs.addFolder(content);
  await inputs.addFolder(pdfFolder(releasesFolder(env)));
  const { digest, changedAt } = inputs.end();
  return { digest, changedAt: Math.max(changedAt, code.changedAt, looks.changedAt) };
}

/** The bytes of some files; a missing one counts as missing. */
export function digestFiles(paths: readonly string[]): InputDigest {
  const inputs = startInputs();
  for (const path of paths) inputs.addFile(path);
  return inputs.end();
}

function startInputs(text = '') {
  const hash = startSha256().update(text);
  let changedAt = 0;
  // One after the other without waiting: thousands of short files take a tenth of the time.
  function addFile(path: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    const bytes = found?.isFile() ? readFileSync(path) : undefined;
    hash.update(`${bytes?.length ?? 'missing'}\n`).update(bytes ?? '');
    changedAt = Math.max(changedAt, found?.mtimeMs ?? 0);
  }
  return {
    addFile,
    async addFolder(folder: string, isInput: (name: string) => boolean = () => true): Promise<void> {
      const { files, links } = await listFiles(folder);
      hash.update(JSON.stringify(links));
      for (const name of files.filter(isInput)) {
        hash.update(JSON.stringify(name));
        addFile(join(folder, name));
      }
    },
    end: (): InputDigest => ({ digest: hash.digest('hex'), changedAt }),
  };
}
