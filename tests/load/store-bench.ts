/**
 * What the choices of the state layer are worth, as ratios within one run: `node tests/load/store-bench.ts`.
 * Redis is left out when there is no redis-server on the PATH.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyring, createSigner, type Signer } from '../../src/core/access/keys.ts';
import { createMemoryRateLimiter } from '../../src/core/limits/rate-limit.ts';
import { openRedisStore } from '../../src/store/redis.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { isRedisInstalled, startRedisServer } from '../store/redis-server.ts';
import { type Contender, compare, inFlight, repeat } from './contenders.ts';

// Not the system's temporary folder: that may be in memory, where a commit costs nothing.
const results = join(import.meta.dirname, 'results');
mkdirSync(results, { recursive: true });
const folder = mkdtempSync(join(results, 'store-'));
const sqlite = openSqliteStore({ path: join(folder, 'state.db'), now: Date.now });
const redisServer = isRedisInstalled ? await startRedisServer() : undefined;
const redis = redisServer && (await openRedisStore({ url: redisServer.url, now: Date.now }));

let serial = 0;
const putNew = (store: Store) => () => {
  serial += 1;
  return store.update(`new:${serial}`, (seen) =>
    seen ? { op: 'keep', result: false } : { op: 'put', value: 'x'.repeat(120), ttlMs: 600_000, result: true },
  );
};
await putNew(sqlite)();

await compare('durable writes: what group commit is worth', [
  { name: 'sqlite, one commit for each write', run: () => inFlight(1, 100, putNew(sqlite)) },
  { name: 'sqlite, 64 writes in flight', run: () => inFlight(64, 6_400, putNew(sqlite)) },
  { name: 'sqlite, 512 writes in flight', run: () => inFlight(512, 25_600, putNew(sqlite)) },
]);

const engines: [string, Store][] = redis
  ? [
      ['sqlite', sqlite],
      ['redis, append-only file', redis],
    ]
  : [['sqlite', sqlite]];
const onEach = (run: (store: Store) => Promise<number>): Contender[] =>
  engines.map(([name, store]) => ({ name, run: () => run(store) }));
await compare(
  'new record, 64 in flight',
  onEach((store) => inFlight(64, 6_400, putNew(store))),
);
await compare(
  'counter, 64 in flight',
  onEach((store) => inFlight(64, 6_400, () => store.increment('hits', 60_000))),
);
await compare(
  'read, one after the other',
  onEach((store) => inFlight(1, 4_000, () => store.get('new:1'))),
);

const secret = randomBytes(32).toString('hex');
const bufferKey = Buffer.from(secret, 'hex');
const signWithBuffer: Signer = (message) => createHmac('sha256', bufferKey).update(message).digest('hex');
const scopes = ['articles:read', 'mcp:connect'] as const;

/** Verifies as many different keys as are asked for, over and over. */
function verifying(sign: Signer, different: number): () => Promise<number> {
  const keyring = createKeyring({
    prefix: 'quire',
    environment: 'bench',
    secrets: { current: sign },
    isRevoked: () => false,
  });
  const keys = Array.from({ length: different }, () =>
    keyring.mint({ id: randomBytes(10).toString('hex'), scopes, issuedAt: Date.now() }),
  );
  return () => repeat(40_000, (index) => keyring.verify(keys[index % different] ?? ''));
}
await compare('key verification', [
  { name: 'KeyObject, not in the cache', run: verifying(createSigner(secret), 40_000) },
  { name: 'Buffer, not in the cache', run: verifying(signWithBuffer, 40_000) },
  { name: 'in the cache', run: verifying(createSigner(secret), 1_000) },
]);

const limiter = createMemoryRateLimiter({ seed: 0, now: Date.now });
const policy = { name: 'api', limit: 600, windowMs: 60_000 };
let address = 0;
await compare('rate limit', [
  {
    name: 'memory, 1,000 callers',
    run: () => repeat(200_000, (index) => limiter.consume(policy, `k${index % 1_000}`)),
  },
  {
    name: 'memory, every caller a new one',
    run: () =>
      repeat(200_000, () => {
        address += 1;
        limiter.consume(policy, `address ${address}`);
      }),
  },
]);

await sqlite.close();
await redis?.close();
await redisServer?.stop();
rmSync(folder, { recursive: true });
