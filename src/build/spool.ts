import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Where something is in a spool, in bytes. */
export interface Place {
  start: number;
  length: number;
}

/**
 * Creates a file for the intermediate results of one build, which would take too much memory. Only its owner can read
 * it: some of it is paid.
 */
export function createSpool(path: string) {
  const file = openSync(path, 'wx+', 0o600);
  let isOpen = true;
  let end = 0;
  return {
    add(bytes: Uint8Array): Place {
      const start = end;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, start + at);
      end += bytes.length;
      return { start, length: bytes.length };
    },
    /** Reads a range of something that was added, or all of it, into memory of its own. */
    read(place: Place, from = 0, length = place.length): Buffer {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, place.length - from)));
      for (let at = 0; at < bytes.length; ) at += readSync(file, bytes, at, bytes.length - at, place.start + from + at);
      return bytes;
    },
    /** Removes the file; it may be called twice. */
    close(): void {
      if (!isOpen) return;
      isOpen = false;
      closeSync(file);
      rmSync(path);
    },
  };
}
