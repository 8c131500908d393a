import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../core/articles.ts';
import type { Confidence } from '../search/engine.ts';

/** A written result, and the confidence in its first hit where it answers a question. */
export interface CachedResult {
  bytes: Uint8Array;
  confidence?: Confidence | undefined;
}

/** Results that were written before and are still true: those that were used last. */
export interface ReleaseCache {
  find(key: string): CachedResult | undefined;
  /**
   * Called before a result is computed.
   * @returns copies the result into the cache, if it is admitted and no article was released since; `key` names
   *   everything the bytes depend on, but for the release moment
   */
  begin(): (key: string, result: CachedResult) => void;
}

/**
 * Empties itself when the catalogue changes, because a newly released article changes lists, searches and counts.
 * @param maxBytes maximum size of all entries together
 */
export function createReleaseCache(catalogue: Pick<Catalogue, 'list'>, maxBytes: number): ReleaseCache {
  const entries = new ByteLimitedMap<CachedResult>(maxBytes);
  let released = catalogue.list();
  return {
    find(key) {
      const now = catalogue.list();
      if (now !== released) {
        released = now;
        entries.clear();
      }
      return entries.get(key);
    },
    begin() {
      const before = catalogue.list();
      return (key, { bytes, confidence }) => {
        if (catalogue.list() !== before) return;
        entries.offer(key, bytes.byteLength, () => ({ bytes: new Uint8Array(bytes), confidence }));
      };
    },
  };
}

/** Overhead of an entry: a thousand empty ones must weigh something. */
const entryBytes = 1_024;
/** A prime: with eight, of two that are asked for in turn only one would ever come in. */
const oneOf = 7;

/**
 * An LRU map with a byte limit. When it is full, it admits one new entry in seven: popular entries get in soon, and
 * one-off entries do not evict the rest, whose bytes would wait for a full garbage collection.
 */
export class ByteLimitedMap<Value extends object> extends LRUCache<string, Value> {
  #refused = 0;

  constructor(maxBytes: number) {
    super({ maxSize: maxBytes });
  }

  /**
   * @param take returns a copy, called when there is room. Node.js cuts buffers from blocks of 64 KB, and one that is
   *   cached retains its block. And when the objects of the first responses are cached, V8 puts those of all later ones
   *   into old space, where their bytes wait for a full collection.
   */
  offer(key: string, bytes: number, take: () => Value): void {
    const size = bytes + 2 * key.length + entryBytes;
    if (size > this.maxSize) return;
    if (this.calculatedSize + size > this.maxSize && !this.has(key)) {
      this.#refused = (this.#refused + 1) % oneOf;
      if (this.#refused > 0) return;
    }
    this.set(key, take(), { size });
  }
}
