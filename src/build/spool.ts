import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Where something is in a spool, in bytes. */
export interface Place {
  start: number;
  length: number;
}

/** The most that a spool has in memory. */
const memoryBytes = 32 * 1024 * 1024;

/**
 * Opens a place for the intermediate results of one build: the first are in memory, and what would take too much of it
 * is in a file. Only its owner can read that: some of it is paid.
 */
export function createSpool(path: string) {
  const inMemory = new Map<number, Uint8Array>();
  let file: number | undefined;
  let end = 0;

  function write(bytes: Uint8Array): void {
    file ??= openSync(path, 'wx+', 0o600);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, end + at);
  }

  return {
    add(bytes: Uint8Array): Place {
      const place = { start: end, length: bytes.length };
      if (end + bytes.length > memoryBytes) write(bytes);
      else inMemory.set(end, retain(bytes));
      end += bytes.length;
      return place;
    },
    /** Reads a range of something that was added, or all of it; the result must not be written to. */
    read(place: Place, from = 0, length = place.length): Buffer {
      const size = Math.max(0, Math.min(length, place.length - from));
      const found = inMemory.get(place.start);
      if (found) return Buffer.from(found.buffer, found.byteOffset + from, size);
      const bytes = Buffer.allocUnsafe(size);
      for (let at = 0; at < size; ) at += readSync(file ?? -1, bytes, at, size - at, place.start + from + at);
      return bytes;
    },
    /** Frees the memory and removes the file; it may be called twice. */
    close(): void {
      inMemory.clear();
      if (file === undefined) return;
      closeSync(file);
      rmSync(path);
      file = undefined;
    },
  };
}

/** A piece of a larger buffer is copied, because that would stay in memory with it. */
function retain(bytes: Uint8Array): Uint8Array {
  const isPiece = bytes.buffer.byteLength > 2 * bytes.length;
  return isPiece ? new Uint8Array(bytes) : bytes;
}
