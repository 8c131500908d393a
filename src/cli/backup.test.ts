import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectUntilKilled } from '../../tests/store/kill.ts';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { readJournal, recordChanges } from '../core/change-journal.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';

const secret = 'a'.repeat(64);
const now = () => 1_000;
const open = (folder: string) => openSqliteStore({ path: join(folder, 'state.db'), now });
const put = (store: ReturnType<typeof open>, key: string) =>
  store.update(key, () => ({ op: 'put', value: key, ttlMs: 60_000, result: undefined }));
const run = (command: typeof runBackup, folder: string, env: Record<string, string>) =>
  listenTo((session) => command([folder], { ...session, env }));

/** A data folder that a service is using, with its secret. */
function startUsing() {
  const folder = folderOfTest();
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'key-secret'), secret, { mode: 0o600 });
  return { folder, data, store: open(data) };
}

it('copies the state of a running service, and puts it back', async () => {
  const { folder, data, store } = startUsing();
  await put(store, 'before');
  const writing = Array.from({ length: 200 }, (_, number) => put(store, `meantime-${number}`));
  const copy = join(folder, 'copy');
  const { code, printed } = await run(runBackup, copy, { DATA_DIR: data });
  expect([code, printed]).toEqual([0, expect.stringMatching(/^copy has \d+ records and the secret/)]);
  await Promise.all(writing);
  await put(store, 'after');
  await store.close();
  expect(['state.db', 'key-secret'].map((name) => statSync(join(copy, name)).mode & 0o777)).toEqual([0o600, 0o600]);

  const next = join(folder, 'next');
  expect((await run(runRestore, copy, { DATA_DIR: next })).code).toBe(0);
  expect(readFileSync(join(next, 'key-secret'), 'utf8')).toBe(secret);
  const restored = open(next);
  expect([await restored.get('before'), await restored.get('after')]).toEqual(['before', undefined]);
  await restored.close();
});

it('takes the log of a killed service into a backup, and restores nothing while that log is there', async () => {
  const folder = folderOfTest();
  const data = join(folder, 'data');
  const writer = spawn(process.execPath, ['tests/store/writer-process.ts', `sqlite:${data}/state.db`]);
  const written = await collectUntilKilled(writer, 100);
  const left = join(folder, 'left');
  cpSync(data, left, { recursive: true });
  expect(readdirSync(left).toSorted()).toEqual(['state.db', 'state.db-shm', 'state.db-wal']);

  const copy = join(folder, 'copy');
  expect((await run(runBackup, copy, { DATA_DIR: data })).code).toBe(0);
  rmSync(join(left, 'state.db'));
  const refused = await run(runRestore, copy, { DATA_DIR: left });
  const names = ['state.db-wal', 'state.db-shm'].map((name) => join(left, name));
  expect([refused.code, refused.printed]).toEqual([1, expect.stringContaining(names.join(', '))]);
  expect(readdirSync(left).toSorted()).toEqual(['state.db-shm', 'state.db-wal']);

  for (const name of names) rmSync(name);
  expect((await run(runRestore, copy, { DATA_DIR: left })).code).toBe(0);
  const restored = open(left);
  for (const key of written) expect(await restored.get(key)).toBe(key);
  await restored.close();
});

/** Records a release as the change feed does. */
const recordRelease = (store: ReturnType<typeof open>, release: string, texts: Record<string, string>) =>
  recordChanges(store, {
    release,
    articles: Object.keys(texts).length,
    secretProof: '',
    readTexts: () =>
      new Map(
        Object.entries(texts).map(([slug, digest]) => [slug, { digest, paidProof: null, isPaidProof: () => false }]),
      ),
    now: now(),
    epoch: 'first',
  });

it('gives out no cursor a second time after a restore', async () => {
  const { folder, data, store } = startUsing();
  await recordRelease(store, 'one', { a: '1' });
  const copy = join(folder, 'copy');
  await run(runBackup, copy, { DATA_DIR: data });
  await recordRelease(store, 'two', { a: '2' });
  const followed = (await readJournal(store, 0, 10)).head;
  await store.close();

  const next = join(folder, 'next');
  await run(runRestore, copy, { DATA_DIR: next });
  const restored = open(next);
  await recordRelease(restored, 'three', { a: '1', b: '1' });
  const { head, entries } = await readJournal(restored, 0, 10);
  expect([followed, head]).toMatchObject([{ epoch: 'first', last: 2 }, { last: 2 }]);
  expect([head?.epoch, entries.length]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), 2]);
  await restored.close();
  expect(readdirSync(next).toSorted()).toEqual(['key-secret', 'state.db']);

  expect(await run((_, session) => runRestore(['--changes'], session), '', { DATA_DIR: next })).toEqual({
    code: 0,
    printed: expect.stringContaining('begin again'),
  });
  const again = open(next);
  expect((await readJournal(again, 0, 0)).head?.epoch).not.toBe(head?.epoch);
  await again.close();
  const other = { DATA_DIR: next, STORE_PREFIX: 'another' };
  expect((await run((_, session) => runRestore(['--changes'], session), '', other)).code).toBe(1);
});

it('overwrites nothing: neither a backup nor the state of a service', async () => {
  const { folder, data, store } = startUsing();
  await put(store, 'one');
  const copy = join(folder, 'copy');
  await run(runBackup, copy, { DATA_DIR: data });
  const again = await run(runBackup, copy, { DATA_DIR: data });
  expect([again.code, again.printed]).toEqual([1, expect.stringContaining('name a new folder')]);
  const restored = await run(runRestore, copy, { DATA_DIR: data });
  expect([restored.code, restored.printed]).toEqual([
    1,
    expect.stringContaining(`elsewhere first: ${data}/state.db, `),
  ]);
  expect(await store.get('one')).toBe('one');
  await store.close();
});

it('begins again where a backup was killed, and reports a missing state file', async () => {
  const { folder, data, store } = startUsing();
  await put(store, 'one');
  const copy = join(folder, 'copy');
  mkdirSync(`${copy}.unfinished`);
  writeFileSync(join(`${copy}.unfinished`, 'state.db'), 'half of it');
  expect((await run(runBackup, copy, { DATA_DIR: data })).code).toBe(0);
  await store.close();
  const none = await run(runBackup, join(folder, 'other'), { DATA_DIR: join(folder, 'empty') });
  expect([none.code, none.printed]).toEqual([1, expect.stringContaining('no service has used it')]);
});

it('completes a restore that was killed between any two steps', async () => {
  const { folder, data, store } = startUsing();
  await put(store, 'one');
  const copy = join(folder, 'copy');
  await run(runBackup, copy, { DATA_DIR: data });
  await store.close();
  let kills = 0;
  for (;;) {
    const next = join(folder, `next-${kills}`);
    const args = ['--import', './tests/store/kill-at-step.mjs', 'src/cli/restore.ts', copy];
    const env = { PATH: process.env.PATH, DATA_DIR: next, KILL_AT: String(kills + 1) };
    const { signal, status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (signal !== 'SIGKILL') {
      expect([status, stderr]).toEqual([0, '']);
      break;
    }
    kills += 1;
    const { code, printed } = await run(runRestore, copy, { DATA_DIR: next });
    expect([kills, printed, code]).toEqual([kills, expect.stringContaining('Start the service'), 0]);
    expect(readdirSync(next).toSorted()).toEqual(['key-secret', 'state.db']);
    expect(readFileSync(join(next, 'key-secret'), 'utf8')).toBe(secret);
    const restored = open(next);
    expect(await restored.get('one')).toBe('one');
    await restored.close();
  }
  expect(kills).toBeGreaterThan(10);
}, 120_000);

it('says which secret is not in a backup', async () => {
  const { folder, data, store } = startUsing();
  await put(store, 'one');
  rmSync(join(data, 'key-secret'));
  const without = await run(runBackup, join(folder, 'copy'), { DATA_DIR: data });
  expect(without.printed).toContain('but no secret that signs keys');
  const set = await run(runBackup, join(folder, 'other'), { DATA_DIR: data, KEY_SECRET: secret });
  expect(set.printed).toContain('KEY_SECRET is in your environment');
  await store.close();
});

it('restores no damaged copy', async () => {
  const { folder, data, store } = startUsing();
  await put(store, 'one');
  const copy = join(folder, 'copy');
  await run(runBackup, copy, { DATA_DIR: data });
  await store.close();
  writeFileSync(join(copy, 'state.db'), 'not a database');
  const next = join(folder, 'next');
  const { code, printed } = await run(runRestore, copy, { DATA_DIR: next });
  expect([code, printed]).toEqual([1, expect.stringContaining('is not a whole copy of the state')]);
  expect(statSync(join(next, 'key-secret'), { throwIfNoEntry: false })).toBeUndefined();
});

it('names the commands of a shared store, which has its own', async () => {
  const { code, printed } = await run(runBackup, 'copy', { STORE_URL: 'redis://localhost', KEY_SECRET: secret });
  expect([code, printed]).toEqual([1, expect.stringContaining('pg_dump')]);
});

it('copies the state of one publication of an installation, and says how to name it', async () => {
  const { folder, store } = startUsing();
  await put(store, 'one');
  const unnamed = await run(runBackup, join(folder, 'copy'), { PUBLICATIONS: folder });
  expect([unnamed.code, unnamed.printed]).toEqual([1, expect.stringContaining(`DATA_DIR=${folder}/research.example`)]);
  const named = { PUBLICATIONS: folder, DATA_DIR: join(folder, 'data') };
  expect((await run(runBackup, join(folder, 'copy'), named)).code).toBe(0);
  await store.close();
});
