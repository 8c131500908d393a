import { resolve } from 'node:path';
import type { StoreLog } from './redis.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/**
 * @param options.url `sqlite:` with the path of a file, relative to the data directory (`state.db` when there is none),
 *   `redis://host:port/db` or `rediss://..` for a server that replicas share
 * @param options.dataDir where files of this service live
 * @param options.now epoch milliseconds
 * @throws StoreUnavailable when the file cannot be opened; TypeError for another scheme
 */
export async function openStore(options: {
  url: string;
  dataDir: string;
  now: () => number;
  log?: StoreLog;
}): Promise<Store> {
  const { url, now, log } = options;
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length) || 'state.db';
    return openSqliteStore({ path: resolve(options.dataDir, file), now });
  }
  if (isSharedStore(url)) {
    const { openRedisStore } = await import('./redis.ts');
    return openRedisStore({ url, now, log });
  }
  throw new TypeError('STORE_URL must start with sqlite:, redis:// or rediss://');
}

/** Is this a store that replicas on other machines can share? */
export function isSharedStore(url: string): boolean {
  return url.startsWith('redis://') || url.startsWith('rediss://');
}
