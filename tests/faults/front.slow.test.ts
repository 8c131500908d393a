import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newClient, send } from '../load/hostile-mix.ts';
import { type RedisCluster, startRedisCluster } from '../store/redis-cluster.ts';
import { isRedisInstalled } from '../store/redis-server.ts';
import { bearer, slugsByTier } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type Started, startProcess } from '../support/server.ts';
import { silencePort } from '../support/silent-port.ts';
import { startLoad } from './load.ts';
import { isNginxInstalled, startFront } from './nginx.ts';

const perMinute = 2_000;
/** Between two subscriptions of one buyer: they share an address, and so its limit. */
const pauseMs = 150;
/**
 * Between two requests of one reader: twelve readers then ask five hundred times a second and leave the replicas time
 * to start.
 */
const readerPauseMs = 20;
/** How long a replica hangs: longer than nginx waits for it. */
const hangsMs = 10_000;

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
    function startReaders(clients: number, through = front) {
      const port = Number(new URL(through.address).port);
      const agents: Agent[] = [];
      const request = new Array<number>(clients).fill(0);
      return startLoad(clients, async (number, client) => {
        await sleep(readerPauseMs);
        const before = request[client] ?? 0;
        if (before % 100 === 0) agents[client] = newClient();
        request[client] = before + 1;
        return send(port, { path: reads[number % reads.length] ?? '' }, agents[client]);
      });
    }

    const subscribe = (idempotencyKey: string, through = front) =>
      fetch(`${through.address}/api/v1/agent/subscribe`, {
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

    /** Two of the three, behind a file of deploy/. @param run its readers and subscribers notice nothing of it */
    async function noticesNothing(file: string, run: () => Promise<void>) {
      const pair = await startFront(ports.slice(0, 2), file);
      onTestFinished(() => pair.stop());
      const reading = startReaders(12, pair);
      const buying = startLoad(2, async (number) => {
        await sleep(pauseMs);
        return subscribe(`${pair.address} ${number}`, pair);
      });
      await sleep(500);
      await run();
      await Promise.all([reading.end(), buying.end()]);
      expect([...reading.outcomes.keys()].sort()).toEqual(['200', '402']);
      expect([...buying.outcomes.keys()]).toEqual(['200']);
      process.stdout.write(`Two behind ${file}: ${JSON.stringify([...reading.outcomes, ...buying.outcomes])}\n`);
    }

    it.each(['nginx.conf', 'compose-front.conf'])(
      'are two that restart one after the other without a pause behind %s, and nobody notices',
      (file) =>
        noticesNothing(file, async () => {
          for (const at of [0, 1, 0]) {
            expect(await replicas[at]?.kill('SIGTERM')).toBe(0);
            await restart(at);
          }
        }),
    );

    it('are two of which one has no address for a while, and the other restarts as soon as it is back', () =>
      noticesNothing('compose-front.conf', async () => {
        expect(await replicas[0]?.kill('SIGTERM')).toBe(0);
        const isBack = await silencePort(ports[0] ?? 0);
        await sleep(3_000);
        await isBack();
        await restart(0);
        expect(await replicas[1]?.kill('SIGTERM')).toBe(0);
        await restart(1);
      }));

    it('leave a session its event stream for longer than nginx waits for a silent replica', async () => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const clientInfo = { name: 'reader', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      const opened = await fetch(`${front.address}/mcp`, { method: 'POST', headers, body });
      const session = opened.headers.get('mcp-session-id') ?? '';
      const asked = { accept: 'text/event-stream', 'mcp-session-id': session };
      const stream = await fetch(`${front.address}/mcp`, { headers: asked, signal: AbortSignal.timeout(hangsMs) });
      expect(stream.status).toBe(200);
      await expect(stream.text()).rejects.toThrow(/abort|timeout/i);
    });

    it('go on answering while one of them hangs', async () => {
      const hung = replicas[2]?.pid ?? 0;
      const reading = startReaders(12);
      const answered = () => [...reading.outcomes.values()].reduce((sum, count) => sum + count, 0);
      const countDuring = async () => {
        const before = answered();
        await sleep(hangsMs);
        return answered() - before;
      };
      const usual = await countDuring();
      process.kill(hung, 'SIGSTOP');
      const during = await countDuring();
      process.kill(hung, 'SIGCONT');
      await reading.end();
      process.stdout.write(`One of three hangs: ${during} answers in ten seconds instead of ${usual}\n`);
      expect([...reading.outcomes.keys()].sort()).toEqual(['200', '402']);
      expect(during).toBeGreaterThan(usual / 3);
    });

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
      await expect.poll(() => keys.size, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      isEnding = true;
      await Promise.all([...buying, reading.end()]);
      expect([...reading.outcomes.keys()].sort()).toEqual(['200', '402']);
      for (const [name, key] of keys) expect(await keyFor(name)).toBe(key);
      process.stdout.write(
        `Replica and primary killed: ${JSON.stringify([...reading.outcomes])}, ${keys.size} kept, 0 lost\n`,
      );
    });

    it('take one key, and count it together', async () => {
      const key = await keyFor('one key for all');
      for (const { address } of replicas) expect((await fetch(address + paidPath, bearer(key))).status).toBe(200);
      const allowed = await askOften(key, perMinute * 1.3);
      process.stdout.write(`One limit of ${perMinute} for three replicas: ${allowed} allowed\n`);
      expect(Math.abs(allowed / perMinute - 1)).toBeLessThan(0.05);
    });

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
