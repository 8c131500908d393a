import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subscriptions } from '../../src/core/subscriptions/subscriptions.ts';
import { openStore } from '../../src/store/open.ts';
import { createTestKeyring } from '../support/keyring.ts';
import { collectUntilKilled } from './kill.ts';
import { isRedisInstalled, type RedisServer, startRedisServer } from './redis-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'quire-subscribe-'));
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (isRedisInstalled) redis = await startRedisServer();
});
afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true });
});

const startSubscriber = (url: string, count: number, idempotencyKey: string) =>
  spawn(process.execPath, [join(import.meta.dirname, 'subscribe-process.ts'), url, `${count}`, idempotencyKey]);

describe.each([
  { name: 'sqlite', isHere: true, url: () => `sqlite:${join(folder, 'state.db')}` },
  { name: 'redis-server', isHere: isRedisInstalled, url: () => redis?.url ?? '' },
])('subscribing on $name', ({ isHere, url }) => {
  test.skipIf(!isHere)(
    '50 at once from two processes with one Idempotency-Key get one key',
    async () => {
      const key = crypto.randomUUID();
      const answers = await Promise.all([1, 2].map(() => collectUntilKilled(startSubscriber(url(), 25, key), 26)));
      const lines = answers.flat().map((line) => line.split(' '));
      expect(lines).toHaveLength(50);
      expect(new Set(lines.map(([demoKey]) => demoKey)).size).toBe(1);
      expect(lines.filter(([, kind]) => kind === 'first')).toHaveLength(1);
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
