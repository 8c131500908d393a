import { type Count, type Decision, type ListItem, type Store, StoreUnavailable } from './store.ts';

interface Entry {
  value: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/**
 * A store that forgets when the process ends: for tests, with the promises of the durable ones but durability.
 *
 * @param now epoch milliseconds
 */
export function createMemoryStore(now: () => number): Store {
  const entries = new Map<string, Entry>();
  const lists = new Map<string, { head: string; items: Map<string, ListItem> }>();
  let isOpen = true;

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    return entry && entry.expiresAt > now() ? entry : undefined;
  }

  function assertOpen() {
    if (!isOpen) throw new StoreUnavailable(new Error('The store is closed'));
  }

  return {
    async get(key) {
      assertOpen();
      return find(key)?.value;
    },
    async update<Result>(key: string, decide: (seen: string | undefined) => Decision<Result>) {
      assertOpen();
      const decision = decide(find(key)?.value);
      if (decision.op === 'keep') return decision.result;
      if (decision.op === 'delete') entries.delete(key);
      else entries.set(key, { value: decision.value, expiresAt: now() + decision.ttlMs });
      return decision.result;
    },
    async increment(key, windowMs, by = 1): Promise<Count> {
      assertOpen();
      const seen = find(key);
      const latestReset = now() + windowMs;
      const resetAt = Math.min(seen?.expiresAt ?? latestReset, latestReset);
      const count = Number(seen?.value ?? 0) + by;
      entries.set(key, { value: String(count), expiresAt: resetAt });
      return { count, resetAt };
    },
    async readList(list, { after, limit }) {
      assertOpen();
      const seen = lists.get(list);
      if (!seen) return { items: [] };
      const later = [...seen.items.values()].filter(({ position }) => position > after);
      const items = later.toSorted((one, other) => one.position - other.position).slice(0, limit);
      return { head: seen.head, items };
    },
    async writeList(list, { seen, head, items }) {
      assertOpen();
      const known = lists.get(list);
      if (known?.head !== seen) return false;
      const added = items.map((item) => [item.id, item] as const);
      lists.set(list, { head, items: new Map([...(known?.items ?? []), ...added]) });
      return true;
    },
    async ping() {
      assertOpen();
    },
    async close() {
      isOpen = false;
    },
  };
}
