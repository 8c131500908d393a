import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../core/articles.ts';

/** Answers that were made before and are still true: those that were used last. */
export interface ReleaseCache {
  find(key: string): Uint8Array | undefined;
  /** @param key names everything the bytes depend on, but for the release moment */
  keep(key: string, bytes: Uint8Array): void;
}

/**
 * Forgets everything when the catalogue changes: an article that comes out then changes lists, searches and counts.
 * @param maxBytes of all answers together
 */
export function createReleaseCache(catalogue: Pick<Catalogue, 'list'>, maxBytes: number): ReleaseCache {
  const answers = createByteLimitedMap<Uint8Array>(maxBytes);
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
    keep: (key, bytes) => answers.offer(key, bytes.byteLength, () => bytes),
  };
}

export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  /** @param take called when there is a place for it */
  offer(key: string, bytes: number, take: () => Value): void;
  clear(): void;
}

/** What an entry takes besides its bytes: a thousand empty ones must weigh something. */
const entryBytes = 1_024;
/** A prime: with eight, of two that are asked for in turn only one would ever come in. */
const oneOf = 7;

/**
 * What was used last, within a bound of bytes. Once there is no room, only one of seven that are new comes in: what many ask for is
 * among them soon, and what is asked for once does not drive out the rest, whose bytes would wait for a search of all memory.
 */
export function createByteLimitedMap<Value extends object>(maxBytes: number): BoundedMap<Value> {
  const values = new LRUCache<string, Value>({ maxSize: maxBytes });
  let refused = 0;
  return {
    get: (key) => values.get(key),
    offer(key, bytes, take) {
      const size = bytes + 2 * key.length + entryBytes;
      if (size > maxBytes) return;
      if (values.calculatedSize + size > maxBytes && !values.has(key)) {
        refused = (refused + 1) % oneOf;
        if (refused > 0) return;
      }
      values.set(key, take(), { size });
    },
    clear: () => values.clear(),
  };
}
