import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPostgresInstalled, startPostgres } from '../store/postgres-server.ts';
import { isRedisInstalled, startRedisServer } from '../store/redis-server.ts';
import { slugsByTier } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { type Started, startProcess } from '../support/server.ts';
import { pressUnlock } from '../support/unlock.ts';
import { expectReadable, preparePayment, sendAgain } from './payments.ts';
import { type Acknowledged, buyUntilItBreaks, findLost } from './purchases.ts';
import { generous, rounds } from './rounds.ts';

async function time(path: string, { address }: Started, init?: RequestInit) {
  const startedAt = performance.now();
  const response = await fetch(address + path, init);
  const body = await response.text();
  return { status: response.status, body, ms: performance.now() - startedAt };
}

const subscribe = (service: Started, headers: Record<string, string> = {}) =>
  time('/api/v1/agent/subscribe', service, { method: 'POST', headers });

it('refuses what a full disk cannot hold, keeps what it acknowledged, and goes on being read', async () => {
  const folder = folderOfTest();
  // No file may grow over this many blocks: the journal cannot take more, as on a disk that is full.
  const full = await startProcess({ ...generous, DATA_DIR: folder }, ['sh', '-c', 'ulimit -f 3000; exec "$@"', 'sh']);
  const acknowledged: Acknowledged = new Map();
  const refused: number[] = [];
  await buyUntilItBreaks({
    service: full,
    prefix: 'full',
    acknowledged,
    onAcknowledged() {
      if (refused.length > 100) throw new Error('enough');
    },
    onRefusal: (status) => refused.push(status),
  });
  expect(new Set(refused)).toEqual(new Set([503]));
  expect(acknowledged.size).toBeGreaterThan(20);
  const { free, paid } = await slugsByTier();
  for (const path of ['/', '/api/v1/articles', `/articles/${free[0]}`, '/readyz'])
    expect([path, (await time(path, full)).status]).toEqual([path, 200]);
  const press = () => pressUnlock(full.address, paid[0] ?? '');
  let pressed = await press();
  // What was refused left a little room.
  for (let tries = 0; pressed.status === 303 && tries < 1_000; tries += 1) pressed = await press();
  expect([pressed.status, pressed.headers.get('retry-after')], 'a reader is told to come back').toEqual([503, '2']);
  expect(await pressed.text()).toContain('No demo key can be made at the moment');
  await full.kill('SIGTERM');
  const roomy = await startProcess({ ...generous, DATA_DIR: folder });
  expect(await findLost(acknowledged, roomy)).toEqual([]);
  process.stdout.write(`Full disk: ${acknowledged.size} acknowledged, 0 lost, ${refused.length} refused\n`);
  await roomy.kill('SIGTERM');
}, 180_000);

/** A server that state is kept on, and how to break and mend it. */
interface FaultyEngine {
  port: number;
  /** STORE_URL of the server when it is reached through another port. */
  urlAt(port: number): string;
  stop(): unknown;
  freeze(): unknown;
  thaw(): unknown;
  kill(): unknown;
  restart(): unknown;
  /** Makes it refuse writes by its own word, as when it is full. */
  refuseWrites(isRefusing: boolean): unknown;
}

async function startRedis(): Promise<FaultyEngine> {
  const redis = await startRedisServer();
  return {
    port: Number(new URL(redis.url).port),
    urlAt: (port) => `redis://127.0.0.1:${port}`,
    stop: () => redis.stop(),
    freeze: () => redis.kill('SIGSTOP'),
    thaw: () => redis.kill('SIGCONT'),
    kill: () => redis.kill('SIGKILL'),
    restart: () => redis.restart(),
    async refuseWrites(isRefusing) {
      const admin = new Redis(redis.url);
      await admin.config('SET', 'maxmemory', isRefusing ? '1' : '0');
      await admin.quit();
    },
  };
}

async function startPostgresEngine(): Promise<FaultyEngine> {
  const postgres = await startPostgres();
  return {
    port: Number(new URL(postgres.url).port),
    urlAt: (port) => `postgres://quire@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
    freeze: () => postgres.signal('STOP'),
    thaw: () => postgres.signal('CONT'),
    kill: () => postgres.kill(),
    restart: () => postgres.start(),
    refuseWrites(isRefusing) {
      postgres.query(`ALTER SYSTEM SET default_transaction_read_only = ${isRefusing ? 'on' : 'off'}`);
      postgres.query('SELECT pg_reload_conf()');
    },
  };
}

const engines = [
  { name: 'Redis', isInstalled: isRedisInstalled, program: 'redis-server', start: startRedis },
  { name: 'Postgres', isInstalled: isPostgresInstalled, program: 'postgresql', start: startPostgresEngine },
];

describe.each(engines)('a store on $name (with $program)', ({ name: engineName, isInstalled, start }) => {
  let engine: FaultyEngine;
  let wire: Awaited<ReturnType<typeof startWire>>;
  let service: Started;

  beforeAll(async () => {
    if (!isInstalled) return;
    engine = await start();
    wire = await startWire(engine.port);
    const secret = { KEY_SECRET: 'a secret of the tests, 32 characters or more' };
    service = await startProcess({ ...generous, ...secret, STORE_URL: engine.urlAt(wire.port) });
  });

  afterAll(async () => {
    await service?.kill('SIGKILL');
    wire?.close();
    await engine?.stop();
  });

  const faults: [string, () => unknown, () => unknown][] = [
    ['stopped', () => engine.freeze(), () => engine.thaw()],
    ['killed', () => engine.kill(), () => engine.restart()],
    ['slow', () => wire.delay(2_000), () => wire.delay(0)],
    ['silent', () => wire.hold(), () => wire.release()],
    ['reset', () => wire.cut(true), () => wire.cut(false)],
    ['full or read-only', () => engine.refuseWrites(true), () => engine.refuseWrites(false)],
  ];

  // The list is read every five seconds, so this is for the long form.
  it.runIf(isInstalled && rounds > 3)(
    'that is away for longer is reported once when it goes and once when it is back',
    async () => {
      const lines = (words: string) => service.output().split(words).length - 1;
      engine.kill();
      await expect.poll(() => lines('the deny list stays as it was'), { timeout: 24_000 }).toBe(1);
      await sleep(11_000);
      await engine.restart();
      await expect.poll(() => lines('the deny list is read again'), { timeout: 24_000 }).toBe(1);
      expect(lines('the deny list stays as it was')).toBe(1);
    },
    120_000,
  );

  it.skipIf(!isInstalled).each(faults)(
    'that is %s fails the first write after its timeout, is read all the time, and is back in seconds',
    async (...fault) => {
      const [name, breakIt, mendIt] = fault;
      expect((await subscribe(service)).status, 'before').toBe(200);
      const { paid } = await slugsByTier();
      const payment = await preparePayment(`/api/v1/articles/${paid[0]}`, 2);
      await breakIt();
      const first = await subscribe(service, { 'idempotency-key': `first while ${name}` });
      expect([first.status, first.ms < 3_300]).toEqual([503, true]);
      expect(JSON.parse(first.body).error.code).toBe('store_unavailable');
      payment.status = (await time(payment.path, service, { headers: payment.header })).status;
      expect(payment.status, 'a payment that cannot be recorded').toBe(503);
      for (const path of ['/', '/api/v1/articles', '/ask?query=keys', '/healthz', '/readyz']) {
        const read = await time(path, service);
        expect([path, read.status, read.ms < 3_300]).toEqual([path, 200, true]);
      }
      expect(JSON.parse((await time('/readyz', service)).body)).toEqual({ status: 'ok', recording: false });
      expect((await time('/readyz/recording', service)).status).toBe(503);
      await mendIt();
      const mendedAt = performance.now();
      await expect.poll(() => subscribe(service), { timeout: 20_000, interval: 20 }).toMatchObject({ status: 200 });
      const backMs = performance.now() - mendedAt;
      expect(backMs).toBeLessThan(10_000);
      // It is finished by sending it again, or was recorded and only its answer was lost.
      await sendAgain(payment, service);
      await expectReadable(payment, service);
      process.stdout.write(
        `${engineName} ${name}: refused in ${first.ms.toFixed()} ms, back in ${backMs.toFixed()} ms\n`,
      );
    },
  );
});

/** What lies between the service and its store: late, silent, or cut. */
async function startWire(to: number) {
  const sockets = new Set<Socket>();
  const state = { lateMs: 0, isCut: false, isHeld: false };
  const server = createServer((client) => {
    if (state.isCut) return void client.resetAndDestroy();
    const store = connect({ port: to, host: '127.0.0.1' });
    for (const [from, other] of [[client, store] as const, [store, client] as const]) {
      sockets.add(from);
      from.on('data', (bytes) => void setTimeout(() => other.write(bytes), state.lateMs));
      if (state.isHeld) from.pause();
      from.on('error', () => other.destroy());
      from.on('close', () => sockets.delete(from) && other.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    delay(ms: number) {
      state.lateMs = ms;
    },
    /** As a line that is dead: what is sent arrives when it comes back. */
    hold() {
      state.isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      state.isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    cut(isCut: boolean) {
      state.isCut = isCut;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () => server.close(),
  };
}
