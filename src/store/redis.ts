import { Cluster, type Redis } from 'ioredis';
import { z } from 'zod';
import { commandTimeoutMs, createRedisClient } from './redis-client.ts';
import { parseRedisUrl } from './redis-url.ts';
import { type Decision, type Store, StoreUnavailable } from './store.ts';

/** Records kept for each kind of log; Redis trims in blocks, so there may be some more. */
const logCapacity = 100_000;

/** An operation is answered or refused within this time, however many commands it takes. */
const operationTimeoutMs = commandTimeoutMs + 100;

/** How long the start waits for each of connecting and asking what the server is. */
const startTimeoutMs = 2_000;

/** How long a write waits for replicas, when it does. */
const replicaTimeoutMs = 500;

/** Writes when the key still holds what the caller saw, else answers what it holds. An empty time to live deletes. */
const compareAndSet = `
local current = redis.call('GET', KEYS[1])
local expected = ARGV[1] == '1' and ARGV[2] or false
if current ~= expected then return {0, current} end
if ARGV[3] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[3]) end
return {1, false}`;

/** Counts, and starts the window with the first count or when what is left of it is longer than it may be. */
const increment = `
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

/** Was it written; if not, what the key holds. */
const Swap = z.tuple([z.literal([0, 1]), z.string().nullable()]);
const Counted = z.tuple([z.int(), z.int()]);
/** Of a pipeline: the error and the answer of each command. */
const SwapAndWait = z.tuple([z.tuple([z.null(), Swap]), z.tuple([z.null(), z.int()])]);

export interface StoreLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

/**
 * State on Redis 7 or Valkey (one server, one that Sentinels watch, or a cluster), shared by replicas on any number of
 * machines. No script touches more than one key, so a cluster needs no hash tags. Durable as far as the server is: it needs
 * `appendonly yes` and `maxmemory-policy noeviction`, and a warning is logged when it has not. Expiry follows the server's clock.
 *
 * A server that is away at the start is not fatal: free reads need no state, and the driver keeps trying.
 *
 * @param options.url as `parseRedisUrl` takes it
 * @param options.now epoch milliseconds; only for `resetAt` of counters
 * @param options.namespace put before every key
 * @param options.waitReplicas how many replicas must have a record before it is acknowledged; 0 unless given
 * @throws TypeError when the address is none, Error when it leads to one node of a cluster
 */
export async function openRedisStore(options: {
  url: string;
  now: () => number;
  log?: StoreLog;
  namespace?: string;
  waitReplicas?: number;
}): Promise<Store> {
  const { now, log, waitReplicas = 0 } = options;
  const redis = createRedisClient(parseRedisUrl(options.url), options.namespace ?? 'quire:');
  reportConnection(redis, log);
  // What goes wrong is reported by the listener above. A cluster that is still forming lets its caller wait without end.
  await withinStart(redis.connect().catch(() => undefined));
  await withinStart(inspectServer(redis, log));

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      throw new StoreUnavailable(cause);
    }
  }

  /**
   * Each command may be in time and all of them too late. `work` is told how to begin the time anew, for when an answer
   * shows that the server is there. What was sent may still be carried out.
   */
  async function inTime<Result>(work: (renew: () => void) => Promise<Result>): Promise<Result> {
    const late = Promise.withResolvers<never>();
    const refuse = () => late.reject(new StoreUnavailable(new Error('It took too long')));
    let timer = setTimeout(refuse, operationTimeoutMs);
    const renew = () => {
      clearTimeout(timer);
      timer = setTimeout(refuse, operationTimeoutMs);
    };
    try {
      return await Promise.race([work(renew), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function get(key: string): Promise<string | undefined> {
    return (await attempt(() => redis.get(key))) ?? undefined;
  }

  async function swap<Result>(
    key: string,
    seen: string | undefined,
    decision: Exclude<Decision<Result>, { op: 'keep' }>,
  ) {
    const [ttl, value] = decision.op === 'put' ? [String(Math.ceil(decision.ttlMs)), decision.value] : ['', ''];
    const expected = seen === undefined ? ['0', ''] : ['1', seen];
    return attempt(async () => {
      if (waitReplicas === 0) return Swap.parse(await redis.eval(compareAndSet, 1, key, ...expected, ttl, value));
      // On the connection of the write, which WAIT is about; in a cluster a pipeline goes where its keys are.
      const both = redis.pipeline().eval(compareAndSet, 1, key, ...expected, ttl, value);
      const [[, swapped], [, reached]] = SwapAndWait.parse(await both.wait(waitReplicas, replicaTimeoutMs).exec());
      if (swapped[0] === 1 && reached < waitReplicas) {
        throw new Error(`The record is at ${reached} replicas and has to be at ${waitReplicas}`);
      }
      return swapped;
    });
  }

  // Optimistic, without a limit: of those who race for a key one always wins, so each round has one fewer.
  async function update<Result>(
    key: string,
    decide: (seen: string | undefined) => Decision<Result>,
    onRetry: () => void,
  ): Promise<Result> {
    for (let seen = await get(key); ; ) {
      const decision = decide(seen);
      if (decision.op === 'keep') return decision.result;
      const [isWritten, current] = await swap(key, seen, decision);
      if (isWritten) return decision.result;
      seen = current ?? undefined;
      onRetry();
    }
  }

  return {
    get: (key) => inTime(() => get(key)),
    update: (key, decide) => inTime((renew) => update(key, decide, renew)),
    increment: (key, windowMs, by = 1) =>
      attempt(async () => {
        const [count, left] = Counted.parse(await redis.eval(increment, 1, key, Math.ceil(windowMs), by));
        return { count, resetAt: now() + left };
      }),
    async append(kind, record) {
      const fields = ['at', String(now()), 'record', JSON.stringify(record)];
      await attempt(() => redis.xadd(`log:${kind}`, 'MAXLEN', '~', logCapacity, '*', ...fields));
    },
    async ping() {
      await inTime(() => attempt<unknown>(() => (redis instanceof Cluster ? checkCluster(redis) : redis.ping())));
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect()); // a server that is away takes no farewell
    },
  };
}

/** A server that is away must not keep the service from starting. */
async function withinStart(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, startTimeoutMs);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** One line when the server goes away, not one for each try. */
function reportConnection(redis: Redis | Cluster, log: StoreLog | undefined) {
  let isReported = false;
  redis.on('ready', () => {
    if (isReported) log?.warn({}, 'redis is back');
    isReported = false;
  });
  redis.on('error', (err: unknown) => {
    if (!isReported) log?.warn({ err }, 'redis cannot be reached; what must be recorded is refused until it is back');
    isReported = true;
  });
}

/** @throws Error when some of its slots are served by nobody: one node answering says nothing of the others */
async function checkCluster(cluster: Cluster): Promise<void> {
  const info = String(await cluster.cluster('INFO'));
  if (!info.includes('cluster_state:ok')) throw new Error('The cluster is not whole');
}

/** Says what would lose records. @throws Error when the server is one node of a cluster, and could take a part of the keys only */
async function inspectServer(redis: Redis | Cluster, log: StoreLog | undefined) {
  if (redis.status !== 'ready') return;
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const infos = await Promise.all(servers.map((server) => server.info().catch(() => ''))); // a managed server may forbid it
  const info = infos.join('\n');
  if (!(redis instanceof Cluster) && info.includes('cluster_enabled:1')) {
    redis.disconnect();
    throw new Error('STORE_URL leads to a node of a Redis Cluster: write it as redis+cluster://HOST:PORT,HOST:PORT.');
  }
  if (info.includes('aof_enabled:0'))
    log?.warn({}, 'redis has no append-only file: a crash loses records (set appendonly yes)');
  const policies = [...info.matchAll(/^maxmemory_policy:(\S+)/gm)].map(([, policy]) => policy);
  const policy = policies.find((policy) => policy !== 'noeviction');
  if (policy) log?.warn({ policy }, 'redis may evict records: set maxmemory-policy noeviction');
}
