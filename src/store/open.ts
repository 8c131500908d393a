import { resolve } from 'node:path';
import type { StoreLog } from './redis.ts';
import { isRedisUrl } from './redis-url.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/**
 * @param options.url `sqlite:` with the path of a file, relative to the data directory (`state.db` when there is none),
 *   an address of Redis (`redis-url.ts`) for a store that replicas share
 * @param options.dataDir where files of this service live
 * @param options.now epoch milliseconds
 * @param options.waitReplicas of Redis: how many replicas must have a record before it is acknowledged
 * @throws StoreUnavailable when the file cannot be opened; TypeError for another scheme
 */
export async function openStore(options: {
  url: string;
  dataDir: string;
  now: () => number;
  log?: StoreLog;
  waitReplicas?: number;
}): Promise<Store> {
  const { url, now, log, waitReplicas = 0 } = options;
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length) || 'state.db';
    return openSqliteStore({ path: resolve(options.dataDir, file), now });
  }
  if (isSharedStore(url)) {
    const { openRedisStore } = await import('./redis.ts');
    return openRedisStore({ url, now, log, waitReplicas });
  }
  throw new TypeError('STORE_URL must start with sqlite:, redis://, redis+sentinel:// or redis+cluster://');
}

/** Is this a store that replicas on other machines can share? */
export function isSharedStore(url: string): boolean {
  return isRedisUrl(url);
}
