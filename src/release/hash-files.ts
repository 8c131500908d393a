import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { startSha256 } from '../library/digest.ts';

/** SHA-256 in hex of files that need not be read for it, by path inside a folder. */
export type KnownHashes = ReadonlyMap<string, string>;

/** Size of the memory for the functions below. */
export const readBytes = 256 * 1024;

/**
 * SHA-256 of a file in hex.
 * @param room used again for each file: memory of its own for each would wait for a collection of the whole heap
 */
export async function hashFile(path: string, room: Buffer): Promise<string> {
  const hash = startSha256();
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(room, 0, room.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(room.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** The same for a thread that serves nothing: without waiting, it takes half of the time. */
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
