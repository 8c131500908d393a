import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startSha256 } from '../library/digest.ts';
import { listFiles } from '../library/list-files.ts';

/** The contents of some files. */
export interface InputDigest {
  /** SHA-256 in hex. */
  digest: string;
  /** The state of the same files in the file system: another text as soon as one of them is written. */
  state: string;
  /** Epoch milliseconds of the last change of one of them. */
  changedAt: number;
}

const software = resolve(import.meta.dirname, '../..');

let known: InputDigest | undefined;

/** Digests the code that this process runs, once: sources, their configuration, packages and Node.js. */
export async function digestSoftware(): Promise<InputDigest> {
  known ??= await readSoftware();
  return known;
}

/** @param digest describes the code that this process runs, where another module read it */
export function rememberSoftware(digest: InputDigest): void {
  known = digest;
}

/** @param isRead if false, only `state` and `changedAt` are of use */
export async function readSoftware(isRead = true): Promise<InputDigest> {
  const files = ['astro.config.mjs', 'tsconfig.json', 'package.json', 'node_modules/.package-lock.json'];
  const inputs = startInputs(`${process.version} ${process.platform} ${process.arch}`, isRead);
  for (const path of files) inputs.addFile(join(software, path));
  await inputs.addFolder(join(software, 'src'), (name) => !name.endsWith('.test.ts'));
  return inputs.end();
}

/**
 * Digests files one after the other.
 * @param isRead if false, their contents are not read, and `digest` says nothing about them
 */
export function startInputs(text = '', isRead = true) {
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
  function addFiles(folder: string, names: readonly string[]): void {
    for (const name of names) {
      addName(JSON.stringify(name));
      addFile(join(folder, name));
    }
  }
  return {
    addFile,
    addFiles,
    add(other: InputDigest): void {
      hash.update(other.digest);
      states.update(other.state);
      changedAt = Math.max(changedAt, other.changedAt);
    },
    async addFolder(folder: string, isInput: (name: string) => boolean = () => true): Promise<void> {
      const { files, links } = await listFiles(folder);
      addName(JSON.stringify(links));
      addFiles(folder, files.filter(isInput));
    },
    end: (): InputDigest => ({ digest: hash.digest('hex'), state: states.digest('hex'), changedAt }),
  };
}
