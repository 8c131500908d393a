import { resolve } from 'node:path';
import { describeOpenFailure } from './open-failure.ts';
import { isPostgresUrl } from './postgres-url.ts';
import { isRedisUrl } from './redis-url.ts';
import { openSqliteStore } from './sqlite.ts';
import { StateError, type Store, type StoreLog, StoreUnavailable } from './store.ts';

/**
 * @param options.url `sqlite:` with the path of a file, relative to the data directory (`state.db` when there is none),
 *   or a URL of Postgres (`postgres-url.ts`) or Redis (`redis-url.ts`) for a store that replicas share
 * @param options.dataDir where files of this service live
 * @param options.now epoch milliseconds
 * @param options.prefix separates the keys of services that share a store: each key begins with it; none by default
 * @param options.waitReplicas Redis only: how many replicas must confirm a write before it is acknowledged
 * @throws Error with one sentence that names the file or the setting and says what to do
 */
export async function openStore(options: {
  url: string;
  dataDir: string;
  now: () => number;
  log?: StoreLog;
  prefix?: string | undefined;
  waitReplicas?: number;
}): Promise<Store> {
  const store = await openEngine(options);
  return options.prefix ? prefixKeys(store, options.prefix) : store;
}

/** Adds a slash, which no kind of record has in its name: a key with a prefix never equals one without. */
function prefixKeys(store: Store, prefix: string): Store {
  const name = (key: string) => `${prefix}/${key}`;
  return {
    get: (key) => store.get(name(key)),
    update: (key, decide) => store.update(name(key), decide),
    increment: (key, windowMs, by) => store.increment(name(key), windowMs, by),
    readList: (list, about) => store.readList(name(list), about),
    writeList: (list, change) => store.writeList(name(list), change),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

async function openEngine(options: Parameters<typeof openStore>[0]): Promise<Store> {
  const { url, now, log, waitReplicas = 0 } = options;
  const path = stateFile(url, options.dataDir);
  if (path !== undefined) return openFile({ path, now, log });
  if (isPostgresUrl(url)) {
    const { openPostgresStore } = await import('./postgres.ts');
    return openPostgresStore({ url, now, log });
  }
  if (isRedisUrl(url)) {
    const { openRedisStore } = await import('./redis.ts');
    return openRedisStore({ url, now, log, waitReplicas });
  }
  throw new TypeError(
    'STORE_URL must start with sqlite:, postgres://, redis://, redis+sentinel:// or redis+cluster://',
  );
}

function openFile(about: { path: string; now: () => number; log: StoreLog | undefined }): Store {
  try {
    return openSqliteStore(about);
  } catch (thrown) {
    if (!(thrown instanceof StoreUnavailable)) throw thrown;
    throw new StateError(describeOpenFailure(thrown.cause, about.path), { cause: thrown.cause });
  }
}

/** @returns the absolute path of the file of an SQLite store; undefined for a store on other machines */
export function stateFile(url: string, dataDir: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  return resolve(dataDir, url.slice('sqlite:'.length) || 'state.db');
}

/** Is this a store that replicas on other machines can share? */
export function isSharedStore(url: string): boolean {
  return isRedisUrl(url) || isPostgresUrl(url);
}
