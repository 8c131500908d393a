import { inMemory, openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/**
 * A store that forgets when it is closed, for tests and for commands that record nothing.
 *
 * @param now epoch milliseconds
 */
export function createMemoryStore(now: () => number): Store {
  return openSqliteStore({ path: inMemory, now });
}
