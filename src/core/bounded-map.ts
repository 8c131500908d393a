export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * A map that forgets: it holds the entries that were used last, of `capacity` weight together, and never twice as much.
 *
 * Two generations, of which the older is dropped whole. To delete the first entry of one `Map` over and over would be slow:
 * its iterator walks over every deleted entry before it (75 microseconds each time at 100,000 entries).
 *
 * @param weigh of one entry, in the unit of `capacity`; every entry weighs one unless it is given
 */
export function createBoundedMap<Key, Value extends object>(
  capacity: number,
  weigh: (value: Value) => number = () => 1,
): BoundedMap<Key, Value> {
  let recent = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  let weight = 0;

  function set(key: Key, value: Value) {
    const replaced = recent.get(key);
    if (replaced) weight -= weigh(replaced);
    weight += weigh(value);
    if (weight > capacity && recent.size > 0 && !replaced) {
      older = recent;
      recent = new Map();
      weight = weigh(value);
    }
    recent.set(key, value);
  }

  return {
    set,
    get(key) {
      const value = recent.get(key);
      if (value) return value;
      const kept = older.get(key);
      if (kept) set(key, kept);
      return kept;
    },
  };
}
