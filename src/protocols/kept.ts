import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../core/articles.ts';

/** Answers that were made before and are still true: those that were used last. */
export interface Kept {
  find(key: string): Uint8Array | undefined;
  /** @param key names everything the bytes depend on, but for the release moment */
  keep(key: string, bytes: Uint8Array): void;
}

/**
 * Forgets everything when the catalogue changes: an article that comes out then changes lists, searches and counts.
 * @param mostBytes of all answers together
 */
export function createKept(catalogue: Pick<Catalogue, 'list'>, mostBytes: number): Kept {
  const answers = new LRUCache<string, Uint8Array>({
    maxSize: mostBytes,
    // Two bytes a character of the key, and what the cache itself needs for an entry.
    sizeCalculation: (bytes, key) => bytes.byteLength + 2 * key.length + 100,
  });
  let released = catalogue.list();
  return {
    find(key) {
      const now = catalogue.list();
      if (now !== released) {
        released = now;
        answers.clear();
      }
      return answers.get(key);
    },
    keep: (key, bytes) => {
      answers.set(key, bytes);
    },
  };
}
