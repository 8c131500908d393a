import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { crc32 } from 'node:zlib';
import { sha256, startSha256 } from './digest.ts';
import { dayMs } from './durations.ts';

const checkBytes = 4;

/** Results of earlier builds, each in a file that is named by a digest of everything the result depends on. */
export interface PartCache {
  /** @returns undefined when there is none, or when it was damaged: it is then removed, to be computed again. */
  find(key: string): Buffer | undefined;
  /** Is there one of so many bytes? It may be damaged. */
  has(key: string, bytes: number): boolean;
  store(key: string, bytes: Uint8Array): void;
}

/** The key of a part. @param inputs everything that it depends on */
export function partKey(...inputs: readonly string[]): string {
  return sha256(JSON.stringify(inputs));
}

/** Bytes of a part, which are read where they are needed. */
export interface Block {
  length: number;
  /** @throws Error, in one sentence that says what to do, when the cache has lost them */
  read(): Uint8Array;
}

/** A result of which most is read only where it is needed, unless it is in memory. */
export interface Frame<Head, Bytes = Uint8Array | Block> {
  /** JSON. */
  head: Head;
  blocks: readonly Bytes[];
}

/** Results of functions that depend on their inputs alone, from earlier builds by the same software. */
export interface Memo {
  /** Names a result by its inputs, which are those of `value`, and by the software. */
  key(inputs: readonly unknown[]): string;
  /**
   * @param inputs everything that the result depends on, apart from the software
   * @param compute its result is JSON, and is read from JSON even when it is new: so it is the same in every build
   */
  value<T>(inputs: readonly unknown[], compute: () => T | Promise<T>): Promise<T>;
  bytes(inputs: readonly unknown[], compute: () => Uint8Array | Promise<Uint8Array>): Promise<Buffer>;
  /**
   * The same for a frame: of one that an earlier build made, only the head is read.
   * @param isCurrent refuses a result that is to be replaced
   */
  frame<Head>(
    inputs: readonly unknown[],
    compute: () => Promise<Frame<Head, Uint8Array>>,
    isCurrent: (head: Head) => boolean,
  ): Promise<Frame<Head>>;
}

/** What is stored of a frame beside its blocks, which are a part of their own, named by its bytes. */
interface StoredFrame<Head> {
  head: Head;
  blocks: string;
  lengths: number[];
}

/** @param software digest of the code that computes */
export function createMemo(cache: PartCache, software: string): Memo {
  // Not partKey: it would write the inputs as JSON twice, and they have whole texts.
  const keyOf = (inputs: readonly unknown[]) =>
    startSha256().update(`${software}\n`).update(JSON.stringify(inputs)).digest('hex');
  return {
    key: keyOf,
    async value(inputs, compute) {
      const key = keyOf(inputs);
      const known = cache.find(key);
      if (known) return JSON.parse(known.toString());
      const text = JSON.stringify(await compute());
      cache.store(key, Buffer.from(text));
      return JSON.parse(text);
    },
    async bytes(inputs, compute) {
      const key = keyOf(inputs);
      const known = cache.find(key);
      if (known) return known;
      const bytes = toBuffer(await compute());
      cache.store(key, bytes);
      return bytes;
    },
    async frame<Head>(
      inputs: readonly unknown[],
      compute: () => Promise<Frame<Head, Uint8Array>>,
      isCurrent: (head: Head) => boolean,
    ) {
      const key = keyOf(inputs);
      const known = cache.find(key);
      const stored: StoredFrame<Head> | undefined = known && JSON.parse(known.toString());
      if (stored && isCurrent(stored.head) && cache.has(stored.blocks, sum(stored.lengths)))
        return openStored(stored, cache);
      const { head, blocks } = await compute();
      const bytes = Buffer.concat(blocks);
      const made: StoredFrame<Head> = {
        head,
        blocks: partKey(key, sha256(bytes)),
        lengths: blocks.map(({ length }) => length),
      };
      const text = JSON.stringify(made);
      cache.store(made.blocks, bytes);
      cache.store(key, Buffer.from(text));
      const again: StoredFrame<Head> = JSON.parse(text);
      return cache.has(made.blocks, bytes.length) ? openStored(again, cache) : { head: again.head, blocks };
    },
  };
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}

function openStored<Head>({ head, blocks: key, lengths }: StoredFrame<Head>, cache: PartCache): Frame<Head> {
  let end = 0;
  const blocks = lengths.map((length): Block => {
    const start = end;
    end += length;
    return {
      length,
      read() {
        const bytes = cache.find(key);
        if (!bytes)
          throw new Error('A result of an earlier build was damaged and is removed now: run the command again.');
        return bytes.subarray(start, start + length);
      },
    };
  });
  return { head, blocks };
}

/** Computes everything: for commands that read a few articles. */
export const withoutMemo: Memo = {
  key: (inputs) => partKey(JSON.stringify(inputs)),
  value: async (_, compute) => compute(),
  bytes: async (_, compute) => toBuffer(await compute()),
  frame: async (_, compute) => compute(),
};

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Opens the cache of builds. It contains paid text, so only its owner can read it. A folder that cannot be written is
 * an empty cache: a build needs none.
 */
export function openPartCache(folder: string): PartCache {
  let isWritable = true;
  let isMade = false;
  return {
    find(key) {
      // Not `join`, which reads the whole path each time.
      const file = readPart(`${folder}${sep}${key}`);
      if (file === undefined) return undefined;
      const bytes = file.subarray(checkBytes);
      if (checkPart(key, bytes).equals(file.subarray(0, checkBytes))) return bytes;
      try {
        rmSync(join(folder, key));
      } catch {
        // It is another one by now, or nothing can be written here.
      }
      return undefined;
    },
    has(key, bytes) {
      const path = `${folder}${sep}${key}`;
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.size !== bytes + checkBytes) return false;
      markUsed(found, (now) => utimesSync(path, now, now));
      return true;
    },
    store(key, bytes) {
      if (!isWritable) return;
      const next = join(folder, `${key}.${process.pid}.next`);
      try {
        if (!isMade) {
          mkdirSync(folder, { recursive: true });
          chmodSync(folder, 0o700);
          isMade = true;
        }
        writeFileSync(next, Buffer.concat([checkPart(key, bytes), bytes]), { mode: 0o600 });
        renameSync(next, join(folder, key));
        remember(bytes, join(folder, key));
      } catch {
        isWritable = false;
        if (existsSync(next)) rmSync(next);
      }
    },
  };
}

/** A crash of the machine may leave a file with its name and without its bytes, so each begins with the CRC of both. */
function checkPart(key: string, bytes: Uint8Array): Buffer {
  const check = Buffer.alloc(checkBytes);
  check.writeUInt32LE(crc32(bytes, crc32(key)));
  return check;
}

/** The file of each part in memory, and how much later in it each byte is. */
const sources = new WeakMap<ArrayBufferLike, { path: string; shift: number }>();

/** Remembers the file that was written of a part, unless other bytes share its memory. */
function remember(bytes: Uint8Array, path: string): void {
  if (bytes.length === bytes.buffer.byteLength) sources.set(bytes.buffer, { path, shift: checkBytes });
}

/**
 * Finds the file that has a part, or a piece of one.
 * @returns path of the file and the place in it; undefined for bytes of other origin
 */
export function findSource(bytes: Uint8Array): { path: string; start: number } | undefined {
  const source = sources.get(bytes.buffer);
  return source && { path: source.path, start: bytes.byteOffset + source.shift };
}

/**
 * Reads a file if it exists, and marks it as used, once a day. One descriptor does both, because a build reads
 * thousands of parts.
 */
function readPart(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const open = file;
    const found = fstatSync(open);
    const { size } = found;
    // Memory of its own: what is at a place of it is at the same place of the file, see `findSource`.
    const bytes = Buffer.allocUnsafeSlow(size);
    markUsed(found, (now) => futimesSync(open, now, now));
    sources.set(bytes.buffer, { path, shift: 0 });
    return bytes.subarray(0, readSync(file, bytes, 0, size, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Marks a file as used, once a day.
 * @param mark sets its times, in seconds
 */
function markUsed({ mtimeMs }: { mtimeMs: number }, mark: (now: number) => void): void {
  const now = Date.now();
  if (now - mtimeMs <= dayMs) return;
  try {
    mark(now / 1000);
  } catch {
    // A folder that cannot be written is never cleaned either.
  }
}

const unusedMs = 30 * dayMs;

/**
 * Removes the parts that no build has used for thirty days.
 * @param about.now epoch milliseconds
 * @returns how many files were removed, and how many bytes they had
 */
export function removeUnusedParts(folder: string, { now }: { now: number }): { files: number; bytes: number } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const old = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), ...statSync(join(folder, name)) }))
    .filter(({ mtimeMs }) => now - mtimeMs > unusedMs);
  for (const { path } of old) rmSync(path);
  return { files: old.length, bytes: old.reduce((sum, { size }) => sum + size, 0) };
}
