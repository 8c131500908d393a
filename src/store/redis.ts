import { Redis } from 'ioredis';
import { z } from 'zod';
import { type Decision, type Store, StoreUnavailable } from './store.ts';

/** Records kept for each kind of log; Redis trims in blocks, so there may be some more. */
const logCapacity = 100_000;

/** A command is answered or refused within this time, also by a server that was stopped or cut off. */
const commandTimeoutMs = 1_000;

/** A connection that owes an answer for this long is dropped and made anew: it may lead to a machine that is gone. */
const deadConnectionMs = 3_000;

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

export interface StoreLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

/**
 * State on Redis 7 or Valkey, shared by replicas on any number of machines. Durable as far as the server is: it needs
 * `appendonly yes` and `maxmemory-policy noeviction`, and a warning is logged when it has not. Expiry follows the server's clock.
 *
 * A server that is away at the start is not fatal: free reads need no state, and the driver keeps trying.
 *
 * @param options.url `redis://` or `rediss://`
 * @param options.now epoch milliseconds; only for `resetAt` of counters
 * @param options.namespace put before every key
 */
export async function openRedisStore(options: {
  url: string;
  now: () => number;
  log?: StoreLog;
  namespace?: string;
}): Promise<Store> {
  const { now, log } = options;
  const redis = new Redis(options.url, {
    keyPrefix: options.namespace ?? 'quire:',
    lazyConnect: true,
    connectTimeout: commandTimeoutMs,
    commandTimeout: commandTimeoutMs,
    socketTimeout: deadConnectionMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  reportConnection(redis, log);
  await redis.connect().catch(() => undefined); // reported by the listener above
  await warnAboutLossyServer(redis, log);

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
    return attempt(async () => Swap.parse(await redis.eval(compareAndSet, 1, key, ...expected, ttl, value)));
  }

  return {
    get,
    async update<Result>(key: string, decide: (seen: string | undefined) => Decision<Result>) {
      // Optimistic, without a limit: of those who race for a key one always wins, so each round has one fewer.
      for (let seen = await get(key); ; ) {
        const decision = decide(seen);
        if (decision.op === 'keep') return decision.result;
        const [isWritten, current] = await swap(key, seen, decision);
        if (isWritten) return decision.result;
        seen = current ?? undefined;
      }
    },
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
      await attempt(() => redis.ping());
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect()); // a server that is away takes no farewell
    },
  };
}

/** One line when the server goes away, not one for each try. */
function reportConnection(redis: Redis, log: StoreLog | undefined) {
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

async function warnAboutLossyServer(redis: Redis, log: StoreLog | undefined) {
  if (redis.status !== 'ready') return;
  const info = await redis.info().catch(() => ''); // a managed server may forbid it
  if (info.includes('aof_enabled:0'))
    log?.warn({}, 'redis has no append-only file: a crash loses records (set appendonly yes)');
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
  if (policy !== 'noeviction') log?.warn({ policy }, 'redis may evict records: set maxmemory-policy noeviction');
}
