import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgresStore } from '../../src/store/postgres.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { freePort } from '../support/free-port.ts';
import { collectUntilKilled } from './kill.ts';
import { isPostgresInstalled, type PostgresPair, startPostgres, startPostgresPair } from './postgres-server.ts';
import { describeStore } from './store-contract.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const put = (store: Store, key: string, value: string) =>
  store.update(key, () => ({ op: 'put', value, ttlMs: 60_000, result: undefined }));
const untilPut = (store: Store, key: string) =>
  expect.poll(() => put(store, key, 'v').then(() => 'written'), { timeout: 60_000 }).toBe('written');

describe.skipIf(!isPostgresInstalled)('with postgresql', () => {
  describeStore(
    'postgres',
    async () => {
      const server = await startPostgres();
      const open = () => openPostgresStore({ url: server.url, now: Date.now });
      return {
        now: Date.now,
        pass: (ms: number) => pause(ms + 15),
        open,
        url: server.url,
        stop: async () => server.stop(),
      };
    },
    true,
  );

  describe('a primary and its synchronous standby', () => {
    let pair: PostgresPair;
    let store: Store;
    const warnings: string[] = [];
    beforeAll(async () => {
      pair = await startPostgresPair();
      const log = { warn: (_: unknown, text: string) => warnings.push(text) };
      store = await openPostgresStore({ url: pair.url, now: Date.now, log });
    }, 60_000);
    afterAll(async () => {
      await store?.close();
      pair?.stop();
    });

    test('a stopped primary is StoreUnavailable after its timeout, and serves again when it continues', async () => {
      await put(store, 'k', 'v');
      pair.primary.signal('STOP');
      const startedAt = performance.now();
      await Promise.all([
        expect(store.get('k')).rejects.toThrow(StoreUnavailable),
        expect(put(store, 'k', 'w')).rejects.toThrow(StoreUnavailable),
        expect(store.increment('n', 1_000)).rejects.toThrow(StoreUnavailable),
        expect(store.ping()).rejects.toThrow(StoreUnavailable),
      ]);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      pair.primary.signal('CONT');
      await expect.poll(() => store.ping().then(() => 'pong'), { timeout: 60_000 }).toBe('pong');
      expect(warnings).toEqual([expect.stringContaining('cannot be reached'), 'postgres is back']);
    });

    test('while the standby is lost, writes are refused and reads and limits go on, for many more calls than connections', async () => {
      await put(store, 'k', 'before');
      pair.standby.signal('STOP');
      try {
        for (let round = 0; round < 8; round++) {
          const writes = Array.from({ length: 20 }, (_, index) => put(store, `lost-${round}-${index}`, 'v'));
          const outcomes = await Promise.allSettled(writes);
          expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
          expect(await store.get('k')).toBe('before');
          expect((await store.increment('limit', 60_000)).count).toBe(round + 1);
        }
      } finally {
        pair.standby.signal('CONT');
      }
      await untilPut(store, 'again');
    });

    test('a wait for the standby that is cancelled is not an acknowledgement', async () => {
      pair.standby.signal('STOP');
      const outcome = put(store, 'cancelled', 'v').then(
        () => 'acknowledged',
        (error: unknown) => (error instanceof StoreUnavailable ? String(error.cause) : 'another error'),
      );
      await expect
        .poll(() =>
          pair.primary.query(
            `SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE application_name = 'quire' AND wait_event = 'SyncRep'`,
          ),
        )
        .not.toBe('0');
      expect(await outcome).toContain('synchronous replication');
      pair.standby.signal('CONT');
      await untilPut(store, 'again');
    });

    // Last: it uses up the primary.
    test('a primary killed in the middle of writes loses no acknowledged one, and its standby takes over', async () => {
      const writer = spawn(process.execPath, [join(import.meta.dirname, 'writer-process.ts'), pair.url]);
      const acknowledged = await collectUntilKilled(writer, 2_000, () => {
        pair.primary.kill();
        pair.promote();
      });
      await untilPut(store, 'promoted');
      expect(acknowledged.length).toBeGreaterThan(10);
      // One after the other: all at once would wait for each other longer than a request may on a busy machine.
      const found: unknown[] = [];
      for (const key of acknowledged) found.push(await store.get(key));
      expect(found).toEqual(acknowledged);
    });
  });

  test('two processes that start together on an empty database share one schema', async () => {
    const server = await startPostgres();
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openPostgresStore({ url: server.url, now: Date.now })),
    );
    await Promise.all(stores.map((store, index) => put(store, `k${index}`, `${index}`)));
    expect(server.query('SELECT count(*) FROM quire.entries')).toBe('4');
    expect(server.query('SELECT max(version) FROM quire.migrations')).toBe('2');
    await Promise.all(stores.map((store) => store.close()));
    server.stop();
  });

  test('a server that is away at the start is found when it comes', async () => {
    const server = await startPostgres();
    server.kill();
    const warnings: string[] = [];
    const log = { warn: (_: unknown, text: string) => warnings.push(text) };
    const store = await openStore({ url: server.url, dataDir: '.', now: Date.now, log });
    await expect(store.get('k')).rejects.toThrow(StoreUnavailable);
    server.start();
    await expect.poll(() => store.ping().then(() => 'pong'), { timeout: 60_000 }).toBe('pong');
    expect(warnings).toEqual([expect.stringContaining('cannot be reached'), 'postgres is back']);
    await store.close();
    server.stop();
  });

  test('what only the operator can correct is one sentence at the start', async () => {
    const server = await startPostgres();
    const missing = server.url.replace(/postgres$/, 'missing');
    await expect(openPostgresStore({ url: missing, now: Date.now })).rejects.toThrow(/database that does not exist/);
    server.query('CREATE ROLE guest LOGIN');
    const guest = server.url.replace('quire@', 'guest@');
    await expect(openPostgresStore({ url: guest, now: Date.now })).rejects.toThrow(/may not create the schema/);
    server.stop();
  });
});

test('a URL that is not one of Postgres is rejected without being quoted', async () => {
  const url = `postgres://user:secret@:${await freePort()}`;
  await expect(openStore({ url, dataDir: '.', now: Date.now })).rejects.toThrow(/^STORE_URL is not a URL of Postgres/);
});
