import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRedisStore } from '../../src/store/redis.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { folderOfTest } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { type RedisCluster, startRedisCluster } from './redis-cluster.ts';
import { isRedisInstalled, type RedisServer, startRedisServer } from './redis-server.ts';
import { describeStore } from './store-contract.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const put = (store: Store, key: string) =>
  store.update(key, () => ({ op: 'put', value: key, ttlMs: 60_000, result: 'written' }));

/** How long it takes to say no. */
async function timeRefusal(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await expect(work).rejects.toThrow(StoreUnavailable);
  return performance.now() - startedAt;
}

describe.skipIf(!isRedisInstalled)('with a Redis Cluster of three', () => {
  describeStore(
    'redis cluster',
    async () => {
      const cluster = await startRedisCluster();
      const open = () => openRedisStore({ url: cluster.url, now: Date.now });
      return { now: Date.now, pass: (ms: number) => pause(ms + 15), open, url: cluster.url, stop: cluster.stop };
    },
    true,
  );

  describe('of which one is lost', () => {
    let cluster: RedisCluster;
    beforeAll(async () => {
      cluster = await startRedisCluster();
    });
    afterAll(() => cluster.stop());

    test('300 writes reach all of them; afterwards some are refused in time, and ready is no longer said', async () => {
      const store = await openRedisStore({ url: cluster.url, now: Date.now });
      const keys = Array.from({ length: 300 }, (_, index) => `sub:${index}`);
      expect(new Set(await Promise.all(keys.map((key) => put(store, key))))).toEqual(new Set(['written']));
      cluster.masters[0]?.kill('SIGKILL');
      const startedAt = performance.now();
      const outcomes = await Promise.allSettled(keys.map((key) => put(store, `${key}, later`)));
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable);
      }
      await expect
        .poll(
          () =>
            store.ping().then(
              () => 'whole',
              () => 'not whole',
            ),
          { timeout: 30_000 },
        )
        .toBe('not whole');
      await store.close();
    });

    test('a node of it named as a single server is refused with the sentence that helps', async () => {
      const url = cluster.masters[1]?.url ?? '';
      await expect(openRedisStore({ url, now: Date.now })).rejects.toThrow('redis+cluster://');
    });
  });
});

describe.skipIf(!isRedisInstalled)('with a replica', () => {
  let master: RedisServer;
  let replica: RedisServer;
  beforeAll(async () => {
    master = await startRedisServer();
    const { hostname, port } = new URL(master.url);
    replica = await startRedisServer({ options: ['--replicaof', hostname, port] });
    const admin = new Redis(replica.url);
    const isLinked = async () => (await admin.info('replication')).includes('master_link_status:up');
    await vi.waitUntil(isLinked, { timeout: 30_000 });
    await admin.quit();
  });
  afterAll(async () => {
    await replica.stop();
    await master.stop();
  });

  test('a record is acknowledged when the replica has it, and refused in time when no replica takes it', async () => {
    const store = await openRedisStore({ url: master.url, now: Date.now, waitReplicas: 1 });
    expect(await put(store, 'kept')).toBe('written');
    const copy = new Redis(replica.url);
    expect(await copy.get('quire:kept')).toBe('kept');
    await copy.quit();
    expect(await store.update('kept', () => ({ op: 'keep', result: 'read' }))).toBe('read');
    replica.kill('SIGSTOP');
    expect(await timeRefusal(put(store, 'lost'))).toBeLessThan(10_000);
    replica.kill('SIGCONT');
    await expect.poll(() => put(store, 'again').catch(() => 'refused'), { timeout: 30_000 }).toBe('written');
    await store.close();
  });

  test('the first write is refused after its timeout when the server has gone, stopped or killed', async () => {
    const lone = await startRedisServer();
    const store = await openRedisStore({ url: lone.url, now: Date.now });
    await put(store, 'k');
    lone.kill('SIGSTOP');
    expect(await timeRefusal(put(store, 'k'))).toBeLessThan(10_000);
    lone.kill('SIGKILL');
    expect(await timeRefusal(put(store, 'k'))).toBeLessThan(10_000);
    await store.close();
    await lone.stop();
  });
});

describe.skipIf(!isRedisInstalled)('with a master that Sentinels watch', () => {
  test('is found through a Sentinel, and so is the next one when it dies', async () => {
    const folder = folderOfTest();
    const master = await startRedisServer();
    const { port } = new URL(master.url);
    const replica = await startRedisServer({ options: ['--replicaof', '127.0.0.1', port] });
    const sentinelPort = await freePort();
    const config = join(folder, 'sentinel.conf');
    writeFileSync(
      config,
      `sentinel monitor main 127.0.0.1 ${port} 1\nsentinel down-after-milliseconds main 500\nsentinel failover-timeout main 2000\n`,
    );
    const sentinel = await startRedisServer({ port: sentinelPort, config, options: ['--sentinel'] });
    const store = await openRedisStore({
      url: `redis+sentinel://127.0.0.1:${sentinelPort}/main`,
      now: Date.now,
      waitReplicas: 1,
    });
    await expect.poll(() => put(store, 'bought').catch(() => 'refused'), { timeout: 30_000 }).toBe('written');
    await store.close();

    const later = await openRedisStore({ url: `redis+sentinel://127.0.0.1:${sentinelPort}/main`, now: Date.now });
    const watcher = new Redis(sentinel.url);
    await expect
      .poll(async () => String(await watcher.call('SENTINEL', 'REPLICAS', 'main')).includes('slave'), {
        timeout: 45_000,
      })
      .toBe(true);
    watcher.disconnect();
    master.kill('SIGKILL');
    await expect.poll(() => put(later, 'after').catch(() => 'refused'), { timeout: 75_000 }).toBe('written');
    expect(await later.get('bought')).toBe('bought');
    await later.close();
    for (const server of [sentinel, replica, master]) await server.stop();
  }, 180_000);
});
