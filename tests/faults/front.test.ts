import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRedisInstalled, type RedisServer, startRedisServer } from '../store/redis-server.ts';
import { slugsByTier } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type Started, startProcess } from '../support/server.ts';
import { startLoad } from './load.ts';
import { isNginxInstalled, startFront } from './nginx.ts';

describe.skipIf(!isNginxInstalled || !isRedisInstalled)(
  'two replicas behind nginx (with nginx and redis-server)',
  () => {
    let redis: RedisServer;
    let front: Awaited<ReturnType<typeof startFront>>;
    let replicas: Started[];
    let ports: number[];
    let reads: string[];

    const startReplica = (port: number) =>
      startProcess({
        PORT: String(port),
        STORE_URL: redis.url,
        KEY_SECRET: 'one secret for both of them, 32 characters',
        TRUSTED_PROXIES: '127.0.0.1',
        // All of the load comes from one address.
        RATE_LIMIT_PER_MINUTE: '1000000',
        SUBSCRIBE_LIMIT_PER_MINUTE: '1000000',
      });

    beforeAll(async () => {
      redis = await startRedisServer();
      ports = [await freePort(), await freePort()];
      replicas = await Promise.all(ports.map(startReplica));
      front = await startFront(ports);
      const { free, paid } = await slugsByTier();
      reads = ['/', '/api/v1/articles', `/articles/${free[0]}`, `/api/v1/articles/${paid[0]}`, '/ask?query=keys'];
    });

    afterAll(async () => {
      await front?.stop();
      await Promise.all(replicas?.map((replica) => replica.kill('SIGKILL')) ?? []);
      await redis?.stop();
    });

    const read = (number: number) => fetch(front.address + (reads[number % reads.length] ?? ''));

    /** A client that does as it is told: it repeats with the same Idempotency-Key until it is answered. */
    async function subscribe(idempotencyKey: string): Promise<string> {
      for (;;) {
        const response = await fetch(`${front.address}/api/v1/agent/subscribe`, {
          method: 'POST',
          headers: { 'idempotency-key': idempotencyKey },
        });
        if (response.ok) return (await response.json()).api_key;
        await response.body?.cancel();
        await sleep(20);
      }
    }

    it('are replaced one after the other under load, and no reader notices', async () => {
      const load = startLoad(16, read);
      for (const [at, port] of ports.entries()) {
        await sleep(500);
        expect(await replicas[at]?.kill('SIGTERM')).toBe(0);
        replicas[at] = await startReplica(port);
        // As long as nginx leaves out one that failed.
        await sleep(10_500);
      }
      await load.end();
      expect([...load.outcomes.keys()].sort()).toEqual(['200', '402']);
      process.stdout.write(`Rolling restart: ${JSON.stringify([...load.outcomes])}\n`);
    }, 60_000);

    it('lose no reader and no subscription when one of them is killed', async () => {
      const load = startLoad(8, read);
      const keys = new Map<string, string>();
      let isEnding = false;
      const subscribing = Array.from({ length: 4 }, async (_, lane) => {
        for (let number = 0; !isEnding; number += 1) {
          const name = `killed-replica-${lane}-${number}`;
          keys.set(name, await subscribe(name));
        }
      });
      await sleep(500);
      await replicas[0]?.kill('SIGKILL');
      await sleep(1_500);
      replicas[0] = await startReplica(ports[0] ?? 0);
      isEnding = true;
      await Promise.all([...subscribing, load.end()]);
      expect([...load.outcomes.keys()].sort()).toEqual(['200', '402']);
      expect(keys.size).toBeGreaterThan(20);
      for (const [name, key] of keys) expect(await subscribe(name)).toBe(key);
      process.stdout.write(`One killed: ${JSON.stringify([...load.outcomes])}, ${keys.size} subscriptions\n`);
    }, 60_000);
  },
);
