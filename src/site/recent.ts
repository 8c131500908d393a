/**
 * Remembers the values of recently used keys: of `most` at least, and of twice as many at most. Unlike an LRU cache it
 * keeps no key in memory, so the articles of a former release go when it is closed.
 */
export function createRecent<Key extends WeakKey, Value>(most: number) {
  let recent = new WeakMap<Key, Value>();
  let earlier = new WeakMap<Key, Value>();
  let count = 0;

  function set(key: Key, value: Value): void {
    if (count === most) {
      earlier = recent;
      recent = new WeakMap();
      count = 0;
    }
    recent.set(key, value);
    count += 1;
  }

  return {
    get(key: Key): Value | undefined {
      const known = recent.get(key);
      if (known !== undefined) return known;
      const older = earlier.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
