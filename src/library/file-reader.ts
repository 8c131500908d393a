import { closeSync, fstatSync, openSync, read as readFromFile, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { startSha256 } from './digest.ts';

export type FileReader = ReturnType<typeof openFileReader>;

const readAsync = promisify(readFromFile);
const chunkBytes = 256 * 1024;

/**
 * Opens a part of a release that is read in ranges. Nothing of it stays in this process: the operating system caches
 * what is read often.
 * @param digest SHA-256 of the file in hex; without it only its length is checked
 * @throws Error, in one sentence that names the command to run, when the file is missing
 */
export function openFileReader(path: string, digest?: string) {
  const file = openFile(path);
  const { size, ctimeMs } = fstatSync(file);
  let changedMs = ctimeMs;
  let isOpen = true;
  let reading = 0;
  let damage: string | undefined;

  /**
   * Records that the file is damaged.
   * @param what the damage, worded for `sayDamage`
   * @returns the error to throw
   */
  function report(what: string): Error {
    damage ??= sayDamage(path, what);
    return new Error(damage);
  }

  function makeRoom(start: number, length: number): Buffer {
    // The system reuses the number of a closed file for the next file that is opened.
    if (!isOpen) throw new Error(`${path} is closed.`);
    if (damage !== undefined) throw new Error(damage);
    return Buffer.allocUnsafe(Math.max(0, Math.min(length, size - start)));
  }

  function fill(bytes: Buffer, bytesRead: number): Buffer {
    if (bytesRead < bytes.length) throw report('became shorter');
    return bytes;
  }

  /** The same as `read` without blocking other requests. */
  async function readLater(start: number, length: number): Promise<Buffer> {
    const bytes = makeRoom(start, length);
    reading += 1;
    try {
      return fill(bytes, (await readAsync(file, bytes, 0, bytes.length, start)).bytesRead);
    } finally {
      reading -= 1;
      if (!isOpen && reading === 0) closeSync(file);
    }
  }

  async function isWhole(): Promise<boolean> {
    if (fstatSync(file).size !== size) return false;
    const hash = startSha256();
    for (let at = 0; at < size && isOpen; at += chunkBytes) hash.update(await readLater(at, chunkBytes));
    return !isOpen || digest === undefined || hash.digest('hex') === digest;
  }

  return {
    /** In bytes. */
    size,
    /**
     * Reads a range of bytes into memory of its own.
     * @throws Error when the file is damaged, from the first time that is detected
     */
    read(start: number, length: number): Buffer {
      const bytes = makeRoom(start, length);
      return fill(bytes, readSync(file, bytes, 0, bytes.length, start));
    },
    readLater,
    /** What is wrong with the file, in one sentence; undefined while nothing was noticed. */
    damage: () => damage,
    report,
    /** Checks a file that was written to since it was opened: does it still have the same digest? */
    async check(): Promise<void> {
      const before = changedMs;
      if (isOpen && damage === undefined) changedMs = fstatSync(file).ctimeMs;
      if (changedMs !== before && !(await isWhole().catch(() => false))) report('was changed');
    },
    close(): void {
      isOpen = false;
      if (reading === 0) closeSync(file);
    },
  };
}

/** @param what happened to the file: "was changed" */
export function sayDamage(path: string, what: string): string {
  return `${path} ${what} while it was served from: run "npm run build" again, or restore it from a backup.`;
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new Error(`${path} is missing: run "npm run build" first.`, { cause });
  }
}
