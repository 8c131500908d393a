import { join, resolve } from 'node:path';
import type { StoreLog } from './redis.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/**
 * @param options.url `sqlite:` for `state.sqlite` in the data directory, `sqlite:<path>` for another file,
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
    const path = url.slice('sqlite:'.length);
    return openSqliteStore({ path: path ? resolve(path) : join(options.dataDir, 'state.sqlite'), now });
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
