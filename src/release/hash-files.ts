import { closeSync, openSync, readSync } from 'node:fs';
import { startSha256 } from '../library/digest.ts';

/** SHA-256 in hex, by path inside a folder. */
export type Hashes = ReadonlyMap<string, string>;

/** Size of the memory for `hashAtOnce`. */
export const readBytes = 256 * 1024;

/**
 * SHA-256 of a file in hex, for a thread that serves nothing: without waiting, it takes half of the time.
 * @param room used again for each file: memory of its own for each would wait for a collection of the whole heap
 */
export function hashAtOnce(path: string, room: Buffer): string {
  const hash = startSha256();
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytesRead = readSync(file, room);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(room.subarray(0, bytesRead));
    }
  } finally {
    closeSync(file);
  }
}
