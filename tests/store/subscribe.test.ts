import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noLedger } from '../../src/core/ledger/ledger.ts';
import { subscribe, subscriptions } from '../../src/core/subscriptions/subscriptions.ts';
import { openStore } from '../../src/store/open-store.ts';
import { folderOfFile } from '../support/folders.ts';
import { createTestKeyring } from '../support/keyring.ts';
import { makeLibrary } from '../support/library.ts';
import { collectUntilKilled } from './kill.ts';
import { isRedisInstalled, type RedisServer, startRedisServer } from './redis-server.ts';

const folder = folderOfFile();
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (isRedisInstalled) redis = await startRedisServer();
});
afterAll(async () => {
  await redis?.stop();
});

const startSubscriber = (url: string, count: number, idempotencyKey: string) =>
  spawn(process.execPath, [join(import.meta.dirname, 'subscribe-process.ts'), url, `${count}`, idempotencyKey]);

describe.each([
  { name: 'sqlite', isHere: true, url: () => `sqlite:${join(folder, 'state.db')}` },
  { name: 'redis-server', isHere: isRedisInstalled, url: () => redis?.url ?? '' },
])('subscribing on $name', ({ isHere, url }) => {
  test.skipIf(!isHere)(
    'of forty at once with one Idempotency-Key one runs and the others are told to come back',
    async () => {
      const store = await openStore({ url: url(), dataDir: folder, now: Date.now });
      const library = makeLibrary('http://localhost:4321').open;
      const services = { store, library, keyring: createTestKeyring(), now: Date.now, randomBytes, ledger: noLedger };
      const hasCome = Promise.withResolvers<void>();
      const mayGo = Promise.withResolvers<void>();
      // The first is held at the place where it is counted.
      const count = async () => {
        hasCome.resolve();
        await mayGo.promise;
        const policy = { name: 'subscribe', limit: 10, windowMs: 60_000 };
        return { isAllowed: true, policy, remaining: 9, resetAt: 0 };
      };
      const wanted = { plan: 'paid', idempotencyKey: crypto.randomUUID(), clientAddress: '127.0.0.1', count };
      const first = subscribe(services, wanted);
      await hasCome.promise;
      const others = await Promise.all(Array.from({ length: 39 }, () => subscribe(services, wanted)));
      expect(others).toEqual(Array(39).fill({ kind: 'idempotency_in_flight' }));
      mayGo.resolve();
      const made = await first;
      expect(made).toMatchObject({ kind: 'subscribed', isReplay: false });
      const again = await Promise.all(Array.from({ length: 40 }, () => subscribe(services, wanted)));
      expect(again).toEqual(Array(40).fill({ ...made, isReplay: true, counted: undefined }));
      await store.close();
    },
  );

  test.skipIf(!isHere)(
    '50 at once from two processes with one Idempotency-Key get one key, or are told to come back',
    async () => {
      const idempotencyKey = crypto.randomUUID();
      const told = await Promise.all(
        [1, 2].map(() => collectUntilKilled(startSubscriber(url(), 25, idempotencyKey), 26)),
      );
      const lines = told.flat().map((line) => line.split(' '));
      expect(lines).toHaveLength(50);
      const keys = lines.flatMap(([key = '', kind]) => (kind === 'idempotency_in_flight' ? [] : [key]));
      expect(new Set(keys).size).toBe(1);
      expect(lines.filter(([, kind]) => kind === 'first')).toHaveLength(1);
      expect(await collectUntilKilled(startSubscriber(url(), 1, idempotencyKey), 2)).toEqual([`${keys[0]} replay`]);
    },
    30_000,
  );

  test.skipIf(!isHere)(
    'killed in the middle of 1,000 subscriptions, every key that was given works after the restart',
    async () => {
      const lines = await collectUntilKilled(startSubscriber(url(), 1_000, '-'), 300);
      expect(lines.length).toBeGreaterThanOrEqual(300);
      const keyring = createTestKeyring();
      const store = await openStore({ url: url(), dataDir: folder, now: Date.now });
      for (const line of lines) {
        const claims = keyring.verify(line.split(' ')[0] ?? '');
        expect(await subscriptions.find(store, claims?.id ?? '')).toMatchObject({
          id: claims?.id,
          plan: 'paid',
          revoked: null,
        });
      }
      await store.close();
    },
    30_000,
  );
});
