import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isSharedStore, openStore } from './open.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quire-open-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('sqlite: is a file in the data directory, unless its path is absolute', async () => {
  const home = await openStore({ url: 'sqlite:', dataDir, now: Date.now });
  await home.close();
  expect(existsSync(join(dataDir, 'state.db'))).toBe(true);

  const named = await openStore({ url: 'sqlite:named.db', dataDir, now: Date.now });
  await named.close();
  expect(existsSync(join(dataDir, 'named.db'))).toBe(true);

  const path = join(dataDir, 'deep', 'er', 'other.sqlite');
  const elsewhere = await openStore({ url: `sqlite:${path}`, dataDir, now: Date.now });
  await elsewhere.close();
  expect(existsSync(path)).toBe(true);
});

test('another scheme is refused with a sentence', async () => {
  await expect(openStore({ url: 'mysql://x', dataDir, now: Date.now })).rejects.toThrow(
    'STORE_URL must start with sqlite:, redis:// or rediss://',
  );
});

test('only a server is shared by machines', () => {
  expect([isSharedStore('sqlite:'), isSharedStore('redis://h'), isSharedStore('rediss://h')]).toEqual([
    false,
    true,
    true,
  ]);
});
