import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../tests/support/folders.ts';
import { describeOpenFailure } from './open-failure.ts';
import { isSharedStore, openStore } from './open-store.ts';

const dataDir = folderOfFile();

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

test('the state is readable by no other user, its journal included, even if it was before', async () => {
  const folder = join(dataDir, 'private');
  const url = `sqlite:${join(folder, 'state.db')}`;
  const listModes = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  for (const round of ['new', 'old']) {
    const store = await openStore({ url, dataDir, now: Date.now });
    await store.update('k', () => ({ op: 'put', value: 'v', ttlMs: 1_000, result: 0 }));
    const modes = listModes();
    expect(modes.length, round).toBe(3);
    for (const [name, mode] of modes) expect(mode, `${name} of a ${round} file`).toBe(0o600);
    await store.close();
    chmodSync(join(folder, 'state.db'), 0o644);
  }
});

test('what is left when a state file was lost is refused, and what is made for the first time is whole', async () => {
  const folder = join(dataDir, 'lost');
  const url = `sqlite:${join(folder, 'state.db')}`;
  const store = await openStore({ url, dataDir, now: Date.now });
  await store.update('k', () => ({ op: 'put', value: 'v', ttlMs: 60_000, result: 0 }));
  expect(readdirSync(folder).sort()).toEqual(['state.db', 'state.db-shm', 'state.db-wal']);
  const open = () => openStore({ url: url.replace('/lost/', '/copy/'), dataDir, now: Date.now });
  const copy = (names: readonly string[]) => {
    rmSync(join(dataDir, 'copy'), { recursive: true, force: true });
    mkdirSync(join(dataDir, 'copy'));
    for (const name of names) copyFileSync(join(folder, name), join(dataDir, 'copy', name));
  };
  copy(['state.db-wal']);
  await expect(open()).rejects.toThrow(/copy\/state\.db is damaged: restore it from a backup, or move it/);
  copy(['state.db-wal']);
  writeFileSync(join(dataDir, 'copy', 'state.db'), '');
  await expect(open()).rejects.toThrow('state.db is damaged');
  expect(readFileSync(join(dataDir, 'copy', 'state.db-wal')), 'nothing is lost by trying').toEqual(
    readFileSync(join(folder, 'state.db-wal')),
  );
  copy(['state.db', 'state.db-wal']);
  const restored = await open();
  expect(await restored.get('k')).toBe('v');
  await restored.close();
  await store.close();
});

test('services that share a store see no record and no count of each other, nor of one without a prefix', async () => {
  const url = 'sqlite:shared.db';
  const prefixes = ['a.example', 'a.example.org', undefined];
  const stores = await Promise.all(prefixes.map((prefix) => openStore({ url, dataDir, now: Date.now, prefix })));
  for (const [at, store] of stores.entries()) {
    expect(await store.get('k')).toBeUndefined();
    const put = (seen: string | undefined) => ({ op: 'put', value: `${at}`, ttlMs: 60_000, result: seen }) as const;
    expect(await store.update('k', put)).toBeUndefined();
    expect(await store.increment('count', 60_000, 2)).toMatchObject({ count: 2 });
  }
  expect(await Promise.all(stores.map((store) => store.get('k')))).toEqual(['0', '1', '2']);
  const [first, , plain] = stores;
  expect(await plain?.get('a.example/k')).toBe('0');
  expect(await first?.increment('count', 60_000)).toMatchObject({ count: 3 });
  for (const store of stores) await store.close();
});

test('another scheme is refused with a sentence', async () => {
  await expect(openStore({ url: 'mysql://x', dataDir, now: Date.now })).rejects.toThrow(
    'STORE_URL must start with sqlite:, postgres://, redis://, redis+sentinel:// or redis+cluster://',
  );
});

test('a file that another program locks differs from a damaged one', () => {
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 });
  expect(describeOpenFailure(locked, '/d/state.db')).toBe(
    'The state file /d/state.db is locked by another program: end that one, or set DATA_DIR to another folder.',
  );
});

test('only a server is shared by machines', () => {
  expect([isSharedStore('sqlite:'), isSharedStore('redis://h'), isSharedStore('rediss://h')]).toEqual([
    false,
    true,
    true,
  ]);
});
