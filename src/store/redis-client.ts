import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisTarget } from './redis-url.ts';

/** A command is answered or refused within this time, also by a server that was stopped or cut off. */
export const commandTimeoutMs = 1_000;

/** A connection without a reply for this long is replaced: it may lead to a machine that is gone. */
const deadConnectionMs = 3_000;

/** A client that is not connected yet: nothing waits in it, nothing is sent twice, and it never gives up. */
export function createRedisClient(place: RedisTarget): Redis | Cluster {
  const retry = (attempt: number) => Math.min(attempt * 100, 1_000);
  const shared = {
    connectTimeout: commandTimeoutMs,
    commandTimeout: commandTimeoutMs,
    socketTimeout: deadConnectionMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  } satisfies RedisOptions;
  const own = { keyPrefix: 'quire:', lazyConnect: true, enableOfflineQueue: false };
  switch (place.kind) {
    case 'server':
      return new Redis(place.url, { ...shared, ...own, retryStrategy: retry });
    case 'sentinel': {
      const { sentinels, master, db, login, isTls } = place;
      const tls = isTls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {};
      const options = { sentinels, name: master, db, ...login, ...tls };
      return new Redis({ ...shared, ...own, ...options, retryStrategy: retry, sentinelRetryStrategy: retry });
    }
    case 'cluster': {
      const { nodes, login, isTls } = place;
      return new Cluster(nodes, {
        ...own,
        redisOptions: { ...shared, ...login, ...(isTls ? { tls: {} } : {}) },
        clusterRetryStrategy: retry,
        slotsRefreshTimeout: commandTimeoutMs,
        // A certificate names hosts, not the IP addresses that nodes announce to each other.
        ...(isTls ? { dnsLookup: (address, done) => done(null, address) } : {}),
      });
    }
  }
}
