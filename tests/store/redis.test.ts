import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { openRedisStore } from '../../src/store/redis.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { freePort } from '../support/free-port.ts';
import { collectUntilKilled } from './kill.ts';
import { isRedisInstalled, type RedisServer, startRedisServer } from './redis-server.ts';
import { describeStore } from './store-contract.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe.skipIf(!isRedisInstalled)('with redis-server', () => {
  describeStore(
    'redis',
    async () => {
      const server = await startRedisServer();
      const open = () => openRedisStore({ url: server.url, now: Date.now });
      return { now: Date.now, pass: (ms: number) => pause(ms + 15), open, url: server.url, stop: server.stop };
    },
    true,
  );

  describe('that fails', () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedisServer();
    });
    afterAll(() => server.stop());

    test('a stopped server is StoreUnavailable after its timeout, and serves again when it continues', async () => {
      const store = await openRedisStore({ url: server.url, now: Date.now });
      server.kill('SIGSTOP');
      const startedAt = performance.now();
      await Promise.all([
        expect(store.get('k')).rejects.toThrow(StoreUnavailable),
        expect(store.update('k', () => ({ op: 'delete', result: 0 }))).rejects.toThrow(StoreUnavailable),
        expect(store.increment('k', 1_000)).rejects.toThrow(StoreUnavailable),
        expect(store.ping()).rejects.toThrow(StoreUnavailable),
      ]);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      server.kill('SIGCONT');
      await expect.poll(() => store.ping().then(() => 'pong'), { timeout: 60_000 }).toBe('pong');
      await store.close();
    });

    test('a dead connection is dropped and made anew', async () => {
      const warnings: string[] = [];
      const store = await openRedisStore({
        url: server.url,
        now: Date.now,
        log: { warn: (_, text) => warnings.push(text) },
      });
      server.kill('SIGSTOP');
      await expect(store.ping()).rejects.toThrow(StoreUnavailable);
      await expect.poll(() => warnings.length, { timeout: 60_000 }).toBe(1);
      server.kill('SIGCONT');
      await expect.poll(() => store.ping().then(() => 'pong'), { timeout: 60_000 }).toBe('pong');
      expect(warnings).toEqual([expect.stringContaining('cannot be reached'), 'redis is back']);
      await store.close();
    });

    test('a server killed in the middle of writes loses no acknowledged one', async () => {
      const writer = spawn(process.execPath, [join(import.meta.dirname, 'writer-process.ts'), server.url]);
      const acknowledged = await collectUntilKilled(writer, 2_000, () => server.kill('SIGKILL'));
      await server.restart();
      const store = await openRedisStore({ url: server.url, now: Date.now });
      // One after the other: where others want the cores, two thousand at once take longer than one may.
      const found: (string | undefined)[] = [];
      for (const key of acknowledged) found.push(await store.get(key));
      expect(found).toEqual(acknowledged);
      await store.close();
    });

    test('a server that is away at the start is found when it comes', async () => {
      const warnings: string[] = [];
      const log = { warn: (_: unknown, text: string) => warnings.push(text) };
      const port = await freePort();
      const store = await openStore({ url: `redis://127.0.0.1:${port}`, dataDir: '.', now: Date.now, log });
      await expect(store.get('k')).rejects.toThrow(StoreUnavailable);
      const late = await startRedisServer({
        port,
        options: ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'],
      });
      await expect.poll(() => store.ping().then(() => 'pong'), { timeout: 60_000 }).toBe('pong');
      await store.close();
      expect(warnings[0]).toContain('cannot be reached');

      const lossy = await openRedisStore({ url: late.url, now: Date.now, log });
      expect(warnings.slice(-2)).toEqual([
        expect.stringContaining('append-only'),
        expect.stringContaining('noeviction'),
      ]);
      await lossy.close();
      await late.stop();
    });

    test('a full server is StoreUnavailable', async () => {
      const admin = new Redis(server.url);
      const store = await openRedisStore({ url: server.url, now: Date.now });
      await admin.config('SET', 'maxmemory', '1');
      await expect(store.update('k', () => ({ op: 'put', value: 'v', ttlMs: 1_000, result: 0 }))).rejects.toThrow(
        StoreUnavailable,
      );
      await admin.config('SET', 'maxmemory', '0');
      await admin.quit();
      await store.close();
    });

    test('keys are kept in a namespace', async () => {
      const admin = new Redis(server.url);
      await admin.flushall();
      const store = await openRedisStore({ url: server.url, now: Date.now });
      await store.increment('hits', 60_000);
      expect(await admin.keys('*')).toEqual(['quire:hits']);
      await admin.quit();
      await store.close();
    });
  });
});
