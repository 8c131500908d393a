import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { type Block, findSource } from '../library/part-cache.ts';

/** Where something is in a spool, in bytes. */
export interface Place {
  start: number;
  length: number;
}

const usualMemory = 32 * 1024 * 1024;
const openFiles = 256;

/**
 * Opens a place for the intermediate results of one build: the first are in memory, and what would take too much of it
 * is in a file. Only its owner can read that: some of it is paid.
 * @param about.hasParts whether pieces of parts are read from the files of the cache, and not copied: for results of
 *   which few are read, or which are large
 * @param about.memoryBytes the most that is in memory
 */
export function createSpool(
  path: string,
  { hasParts = false, memoryBytes = usualMemory }: { hasParts?: boolean; memoryBytes?: number } = {},
) {
  /** The pieces that were added, or their places in files, by their starts. */
  const stored = new Map<number, Uint8Array | Block | { path: string; start: number }>();
  const files = new LRUCache<string, { file: number }>({ max: openFiles, dispose: ({ file }) => closeSync(file) });
  let own: number | undefined;
  let ownEnd = 0;
  let end = 0;

  /** @returns where it is in the file */
  function write(bytes: Uint8Array): number {
    const start = ownEnd;
    own ??= openSync(path, 'wx', 0o600);
    for (let at = 0; at < bytes.length; ) at += writeSync(own, bytes, at, bytes.length - at, start + at);
    ownEnd += bytes.length;
    return start;
  }

  function openFile(name: string): number {
    const known = files.get(name);
    if (known) return known.file;
    const opened = { file: openSync(name, 'r') };
    files.set(name, opened);
    return opened.file;
  }

  function store(bytes: Uint8Array | Block): Uint8Array | Block | { path: string; start: number } {
    if ('read' in bytes) return bytes;
    if (end + bytes.length <= memoryBytes) return retain(bytes);
    return (hasParts && findSource(bytes)) || { path, start: write(bytes) };
  }

  return {
    /** @param bytes those of a block stay where they are */
    add(bytes: Uint8Array | Block): Place {
      const place = { start: end, length: bytes.length };
      // Nothing takes no room, so what is added next has the same start.
      if (bytes.length > 0) stored.set(end, store(bytes));
      end += bytes.length;
      return place;
    },
    /** Reads a range of something that was added, or all of it; the result must not be written to. */
    read(place: Place, from = 0, length = place.length): Buffer {
      const size = Math.max(0, Math.min(length, place.length - from));
      if (size === 0) return Buffer.alloc(0);
      const found = stored.get(place.start);
      if (!found) throw new Error(`Nothing was added to ${path} at ${place.start}.`);
      const known = 'read' in found ? found.read() : found;
      if (known instanceof Uint8Array) return Buffer.from(known.buffer, known.byteOffset + from, size);
      const file = openFile(known.path);
      const bytes = Buffer.allocUnsafe(size);
      for (let at = 0; at < size; ) at += readSync(file, bytes, at, size - at, known.start + from + at);
      return bytes;
    },
    /** Frees the memory and removes the file; it may be called twice. */
    close(): void {
      stored.clear();
      files.clear();
      if (own === undefined) return;
      closeSync(own);
      rmSync(path);
      own = undefined;
    },
  };
}

/** A piece of a larger buffer is copied, because that would stay in memory with it. */
function retain(bytes: Uint8Array): Uint8Array {
  const isPiece = bytes.buffer.byteLength > 2 * bytes.length;
  return isPiece ? new Uint8Array(bytes) : bytes;
}
