import { Cluster } from 'ioredis';
import { z } from 'zod';
import { inTime } from './in-time.ts';
import { commandTimeoutMs, createRedisClient } from './redis-client.ts';
import { startRedis } from './redis-start.ts';
import { parseRedisUrl } from './redis-url.ts';
import { type Decision, type Store, type StoreLog, StoreUnavailable } from './store.ts';

/** An operation is answered or refused within this time, however many commands it takes. */
const operationTimeoutMs = commandTimeoutMs + 100;

/** How long a write waits for replicas, when it does. */
const replicaTimeoutMs = 500;

/**
 * Writes if the key still has the value that the caller saw; otherwise returns the value it has. An empty time to live
 * deletes.
 */
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

/** The head of a list is the value without an ID. */
const readList = `
local ids = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
local items = {}
for at = 1, #ids, 2 do items[#items + 1] = {ids[at], tonumber(ids[at + 1]), redis.call('HGET', KEYS[1], ids[at])} end
return {redis.call('HGET', KEYS[1], ''), items}`;

const writeList = `
if redis.call('HGET', KEYS[1], '') ~= (ARGV[1] == '1' and ARGV[2] or false) then return {0, false} end
redis.call('HSET', KEYS[1], '', ARGV[3])
for at = 4, #ARGV, 3 do
  redis.call('ZADD', KEYS[2], ARGV[at + 1], ARGV[at])
  redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 2])
end
return {1, false}`;

/** Was it written; if not, what the key holds. */
const Swap = z.tuple([z.literal([0, 1]), z.string().nullable()]);
const Counted = z.tuple([z.int(), z.int()]);
const ReadList = z.tuple([z.string().nullable(), z.array(z.tuple([z.string(), z.int(), z.string()]))]);
/** The error and the reply of each command in a pipeline. */
const SwapAndWait = z.tuple([z.tuple([z.null(), Swap]), z.tuple([z.null(), z.int()])]);

/**
 * State on Redis 7 or Valkey (one server, one that Sentinels watch, or a cluster), shared by replicas on any number of
 * machines. A script touches one key, or the two of a list, which have the same hash tag. Durability depends on the
 * server: it needs `appendonly yes` and `maxmemory-policy noeviction`, and a warning is logged otherwise. Expiry
 * follows the server's clock.
 *
 * A server that is away at the start is not fatal: free reads need no state, and the driver keeps trying.
 *
 * @param options.url URL that `parseRedisUrl` accepts
 * @param options.now epoch milliseconds; only for `resetAt` of counters
 * @param options.waitReplicas how many replicas must confirm a write before it is acknowledged; 0 by default
 * @throws TypeError for an invalid URL, Error when the server cannot be the store
 */
export async function openRedisStore(options: {
  url: string;
  now: () => number;
  log?: StoreLog;
  waitReplicas?: number;
}): Promise<Store> {
  const { now, log, waitReplicas = 0 } = options;
  const redis = createRedisClient(parseRedisUrl(options.url));
  await startRedis(redis, log);

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      throw new StoreUnavailable(cause);
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
    return attempt(() => write(compareAndSet, [key], [...expected, ttl, value]));
  }

  /** Runs a script that writes, until the replicas that must confirm it have. */
  async function write(script: string, keys: readonly string[], args: readonly (string | number)[]) {
    if (waitReplicas === 0) return Swap.parse(await redis.eval(script, keys.length, ...keys, ...args));
    // On the connection of the write, which WAIT is about; in a cluster a pipeline goes where its keys are.
    const both = redis.pipeline().eval(script, keys.length, ...keys, ...args);
    const [[, swapped], [, reached]] = SwapAndWait.parse(await both.wait(waitReplicas, replicaTimeoutMs).exec());
    if (swapped[0] === 1 && reached < waitReplicas) {
      throw new Error(`The record is at ${reached} replicas and has to be at ${waitReplicas}`);
    }
    return swapped;
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
    get: (key) => inTime(() => get(key), operationTimeoutMs),
    update: (key, decide) => inTime((renew) => update(key, decide, renew), operationTimeoutMs),
    increment: (key, windowMs, by = 1) =>
      attempt(async () => {
        const [count, left] = Counted.parse(await redis.eval(increment, 1, key, Math.ceil(windowMs), by));
        return { count, resetAt: now() + left };
      }),
    readList: (list, { after, limit }) =>
      attempt(async () => {
        const reply = await redis.eval(readList, 2, ...listKeys(list), after, limit);
        const [head, items] = ReadList.parse(reply);
        const read = items.map(([id, position, value]) => ({ id, position, value }));
        return head === null ? { items: read } : { head, items: read };
      }),
    writeList: (list, { seen, head, items }) =>
      attempt(async () => {
        const values = items.flatMap(({ id, position, value }) => [id, position, value]);
        const expected = seen === undefined ? ['0', ''] : ['1', seen];
        const [isWritten] = await write(writeList, listKeys(list), [...expected, head, ...values]);
        return isWritten === 1;
      }),
    async ping() {
      const reach = () => attempt<unknown>(() => (redis instanceof Cluster ? checkCluster(redis) : redis.ping()));
      await inTime(reach, operationTimeoutMs);
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect()); // a server that is away takes no farewell
    },
  };
}

/** The values of a list and their order. A cluster stores keys with the same text in braces on the same node. */
function listKeys(list: string): [values: string, order: string] {
  return [`list:{${list}}`, `list-order:{${list}}`];
}

/** @throws Error when some slots have no node: one node that replies proves nothing about the others */
async function checkCluster(cluster: Cluster): Promise<void> {
  const info = String(await cluster.cluster('INFO'));
  if (!info.includes('cluster_state:ok')) throw new Error('The cluster is not whole');
}
