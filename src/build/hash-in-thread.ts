import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../library/list-files.ts';
import { parts } from '../library/release-parts.ts';
import type { KnownHashes } from '../release/hash-files.ts';
import { runThread } from './run-thread.ts';

export interface HashThreadData {
  folder: string;
  /** Paths inside the folder. */
  names: readonly string[];
}

/** Fewer bytes are hashed before a thread has started. */
const worthThread = 32 * 1024 * 1024;

/**
 * Hashes the compiled files of a release that is being made, but for its site, in another thread.
 * @param known hashes that are known without reading
 * @returns none when the files are small, or when the thread failed: `finalizeRelease` makes those that are missing
 */
export async function hashInThread(folder: string, known: KnownHashes): Promise<KnownHashes> {
  const isMissing = (name: string) => !known.has(name) && !name.startsWith(`${parts.site}/`);
  const files = (await listFiles(folder)).files.filter(isMissing);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  if (sizes.reduce((sum, size) => sum + size, 0) < worthThread) return new Map();
  const data: HashThreadData = { folder, names: files };
  return runThread<HashThreadData, KnownHashes>(new URL('hash-thread.ts', import.meta.url), data).catch(
    () => new Map(),
  );
}
