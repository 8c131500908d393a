import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, compareText, isMissing, listFolder } from '../library/list-files.ts';
import { keepPrivate } from '../release/private.ts';
import { makeFolder } from '../store/make-folder.ts';
import { type ObjectStore, StoreFailure } from './object-store.ts';

/** Objects that are being written, and those whose writer was killed. */
export const incoming = 'incoming/';

/**
 * Objects as files of a folder, such as one that machines share by NFS. Only their owner can read them (`keepPrivate`).
 * @param url `file:` and the path of the folder, which is created by the first write
 */
export function openFileObjects(url: string): ObjectStore {
  const root = resolve(url.slice('file:'.length));
  const at = (name: string) => join(root, name);

  /** Writes a complete file beside the objects, and then gives it its name by `place`. */
  async function write<T>(name: string, fill: (path: string) => Promise<void>, place: (path: string) => Promise<T>) {
    const path = at(incoming + crypto.randomUUID());
    try {
      makeFolder(root);
      await mkdir(dirname(path), { recursive: true });
      await mkdir(dirname(at(name)), { recursive: true });
      await fill(path);
      await flush(path);
      const placed = await place(path);
      await flush(dirname(at(name)));
      return placed;
    } catch (cause) {
      throw explain(cause, root);
    } finally {
      await rm(path, { force: true });
    }
  }

  keepPrivate(root);
  return {
    url: `file:${root}`,
    async *list(prefix, after = '') {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const names = await listFolder(at(folder)).catch((cause: unknown) => {
        throw explain(cause, root);
      });
      const wanted = names.map((name) => folder + name).filter((name) => name.startsWith(prefix) && name > after);
      for (const name of wanted.toSorted(compareText)) {
        const found = await stat(at(name)).catch(() => undefined); // just removed
        if (found?.isFile()) yield { name, bytes: found.size, writtenAt: found.mtimeMs };
      }
    },
    async get(name) {
      try {
        return (await open(at(name))).createReadStream();
      } catch (cause) {
        if (isMissing(cause)) return undefined;
        throw explain(cause, root);
      }
    },
    putFile: (name, { path }) =>
      write(
        name,
        (next) => pipeline(createReadStream(path), createWriteStream(next)),
        (next) => rename(next, at(name)),
      ),
    create: (name, text) =>
      write(
        name,
        (next) => writeFile(next, text),
        // A link fails where the name is taken; to rename would replace the file.
        (next) =>
          link(next, at(name)).then(
            () => true,
            (cause: unknown) => {
              if (codeOf(cause) === 'EEXIST') return false;
              throw cause;
            },
          ),
      ),
    remove: (name) =>
      rm(at(name), { force: true }).catch((cause: unknown) => {
        throw explain(cause, root);
      }),
    close() {},
  };
}

/** A file has its name on disk before its bytes, and a folder its entries at any time, unless they are flushed. */
async function flush(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function explain(cause: unknown, root: string): StoreFailure {
  const code = codeOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StoreFailure(`The disk of RELEASE_STORE=file:${root} is full: make room on it.`, { cause });
  const reason = code ?? String(cause);
  return new StoreFailure(
    `RELEASE_STORE=file:${root} cannot be read or written (${reason}): check its disk and owner.`,
    { isTransient: true, cause },
  );
}
