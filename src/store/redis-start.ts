import { Cluster, type Redis } from 'ioredis';
import { createOutageLog } from './outage-log.ts';
import { StateError, type StoreLog } from './store.ts';

/** How long the start waits for each of connecting and asking what the server is. */
const startTimeoutMs = 2_000;

/**
 * Connects and reports problems. The service starts without a server that is away, and reads continue until it is back.
 * @throws Error in one sentence when the server cannot be the store: another program, a rejected login, one node of a
 *   cluster
 */
export async function startRedis(redis: Redis | Cluster, log: StoreLog | undefined): Promise<void> {
  const report = createOutageLog(log, {
    failed: 'the redis of STORE_URL cannot be reached; what must be recorded is refused until it is back',
    back: 'redis is back',
  });
  redis.on('ready', () => report(undefined)).on('error', report);
  const rejection = Promise.withResolvers<string>();
  const onError = (err: unknown) => {
    const sentence = explainRefusal(err);
    if (sentence) rejection.resolve(sentence);
  };
  redis.on('error', onError);
  // The listener above reports other errors. Connecting to a cluster that is still forming never settles.
  const connected = redis.connect().catch(() => undefined);
  const refused = await Promise.race([rejection.promise, withinStart(connected)]);
  redis.off('error', onError);
  if (refused) {
    redis.disconnect();
    throw new StateError(refused);
  }
  await withinStart(inspectServer(redis, log));
}

/** Undefined for what may pass. Names are ioredis' own. */
function explainRefusal(err: unknown): string | undefined {
  if (!(err instanceof Error)) return undefined;
  if (err.name === 'ParserError') return 'STORE_URL leads to a server that is no Redis: correct its host and port.';
  if (/^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(err.message)) {
    return 'STORE_URL has no login that Redis takes: write redis://USER:PASSWORD@HOST:PORT.';
  }
  if (/DB index is out of range/.test(err.message)) return 'STORE_URL names a database that this Redis does not have.';
  return undefined;
}

/** A server that is away must not keep the service from starting. */
async function withinStart(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, startTimeoutMs);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Says what would lose records.
 * @throws Error when the server is one node of a cluster, and could take a part of the keys only
 */
async function inspectServer(redis: Redis | Cluster, log: StoreLog | undefined) {
  if (redis.status !== 'ready') return;
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  // A managed server may forbid it
  const infos = await Promise.all(servers.map((server) => server.info().catch(() => '')));
  const info = infos.join('\n');
  if (!(redis instanceof Cluster) && info.includes('cluster_enabled:1')) {
    redis.disconnect();
    throw new StateError(
      'STORE_URL leads to a node of a Redis Cluster: write it as redis+cluster://HOST:PORT,HOST:PORT.',
    );
  }
  if (info.includes('aof_enabled:0'))
    log?.warn({}, 'redis has no append-only file: a crash loses records (set appendonly yes)');
  const policies = [...info.matchAll(/^maxmemory_policy:(\S+)/gm)].map(([, policy]) => policy);
  const policy = policies.find((policy) => policy !== 'noeviction');
  if (policy) log?.warn({ policy }, 'redis may evict records: set maxmemory-policy noeviction');
}
