import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, send } from '../load/hostile-mix.ts';
import { type RedisCluster, startRedisCluster } from '../store/redis-cluster.ts';
import { isRedisInstalled } from '../store/redis-server.ts';
import { bearer, slugsByTier } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type Started, startProcess } from '../support/server.ts';
import { startLoad } from './load.ts';
import { isNginxInstalled, startFront } from './nginx.ts';

const perMinute = 2_000;
/** Between two subscriptions of one buyer: they share an address, and so its limit. */
const pauseMs = 150;
/** As long as nginx leaves out a replica that refused it once, and a bit. */
const nginxForgetsMs = 10_500;

describe.skipIf(!isNginxInstalled || !isRedisInstalled)(
  'three replicas behind nginx, on a Redis Cluster of six (with nginx and redis-server)',
  () => {
    let cluster: RedisCluster;
    let front: Awaited<ReturnType<typeof startFront>>;
    let replicas: Started[];
    let ports: number[];
    let reads: string[];
    let paidPath: string;

    const startReplica = (port: number) =>
      startProcess({
        PORT: String(port),
        STORE_URL: cluster.url,
        STORE_WAIT_REPLICAS: '1',
        KEY_SECRET: 'one secret for all of them, 32 characters',
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: String(perMinute),
        SUBSCRIBE_LIMIT_PER_MINUTE: '1000000', // all of it from one address
      });

    beforeAll(async () => {
      cluster = await startRedisCluster({ hasReplicas: true });
      ports = [await freePort(), await freePort(), await freePort()];
      replicas = await Promise.all(ports.map(startReplica));
      front = await startFront(ports);
      const { free, paid } = await slugsByTier();
      paidPath = `/api/v1/articles/${paid[0]}`;
      reads = ['/', '/api/v1/articles', `/articles/${free[0]}`, paidPath, '/ask?query=keys'];
    });

    afterAll(async () => {
      await front?.stop();
      await Promise.all(replicas?.map((replica) => replica.kill('SIGKILL')) ?? []);
      await cluster?.stop();
    });

    async function restart(at: number) {
      replicas[at] = await startReplica(ports[at] ?? 0);
    }

    /** Readers, each from an address of its own for a hundred questions. */
    function startReaders(clients: number) {
      const port = Number(new URL(front.address).port);
      const agents: Agent[] = [];
      return startLoad(clients, (number) => {
        const lane = number % clients;
        if (number % (100 * clients) < clients) agents[lane] = newClient();
        return send(port, { path: reads[number % reads.length] ?? '' }, agents[lane]);
      });
    }

    const subscribe = (idempotencyKey: string) =>
      fetch(`${front.address}/api/v1/agent/subscribe`, {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
      });

    /** A client that does as it is told: it repeats with the same Idempotency-Key until it is answered. */
    async function keyFor(idempotencyKey: string): Promise<string> {
      for (;;) {
        const response = await subscribe(idempotencyKey);
        if (response.ok) return (await response.json()).api_key;
        await response.body?.cancel();
        await sleep(20);
      }
    }

    it('are replaced one after the other under load, and neither a reader nor a subscriber notices', async () => {
      const reading = startReaders(12);
      const buying = startLoad(2, async (number) => {
        await sleep(pauseMs);
        return subscribe(`rolling-${number}`);
      });
      await sleep(500);
      for (const at of [0, 1]) {
        expect(await replicas[at]?.kill('SIGTERM')).toBe(0);
        await restart(at);
      }
      await sleep(nginxForgetsMs);
      expect(await replicas[2]?.kill('SIGTERM')).toBe(0);
      await restart(2);
      await Promise.all([reading.end(), buying.end()]);
      expect([...reading.outcomes.keys()].sort()).toEqual(['200', '402']);
      expect([...buying.outcomes.keys()]).toEqual(['200']);
      process.stdout.write(`Rolling restart: ${JSON.stringify([...reading.outcomes, ...buying.outcomes])}\n`);
    }, 60_000);

    it('lose no reader and no subscription when one of them is killed, and then a primary of Redis', async () => {
      const reading = startReaders(8);
      const keys = new Map<string, string>();
      let isEnding = false;
      const buying = Array.from({ length: 4 }, async (_, lane) => {
        for (let number = 0; !isEnding; number += 1) {
          await sleep(pauseMs);
          const name = `killed-${lane}-${number}`;
          keys.set(name, await keyFor(name));
        }
      });
      await sleep(500);
      await replicas[0]?.kill('SIGKILL');
      await sleep(500);
      const before = keys.size;
      cluster.masters[0]?.kill('SIGKILL');
      await sleep(4_000); // its replica takes over in two or three
      await cluster.masters[0]?.restart(); // and it follows that: then there are two copies again
      await restart(0);
      await expect.poll(() => keys.size, { timeout: 20_000 }).toBeGreaterThan(before + 20);
      isEnding = true;
      await Promise.all([...buying, reading.end()]);
      expect([...reading.outcomes.keys()].sort()).toEqual(['200', '402']);
      for (const [name, key] of keys) expect(await keyFor(name)).toBe(key);
      process.stdout.write(
        `Replica and primary killed: ${JSON.stringify([...reading.outcomes])}, ${keys.size} kept, 0 lost\n`,
      );
    }, 90_000);

    it('take one key, and count it together', async () => {
      const key = await keyFor('one key for all');
      for (const { address } of replicas) expect((await fetch(address + paidPath, bearer(key))).status).toBe(200);
      const allowed = await askOften(key, perMinute * 1.3);
      process.stdout.write(`One limit of ${perMinute} for three replicas: ${allowed} allowed\n`);
      expect(Math.abs(allowed / perMinute - 1)).toBeLessThan(0.05);
    }, 90_000);

    async function askOften(key: string, times: number): Promise<number> {
      let allowed = 0;
      let left = times;
      const lanes = Array.from({ length: 16 }, async () => {
        while (left-- > 0) {
          const response = await fetch(front.address + paidPath, bearer(key));
          if (response.status === 200) allowed += 1;
          await response.arrayBuffer();
        }
      });
      await Promise.all(lanes);
      return allowed;
    }
  },
);
