import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { folderOfFile } from '../support/folders.ts';
import { createTestClock } from './clock.ts';
import { collectUntilKilled } from './kill.ts';
import { describeStore } from './store-contract.ts';

const folder = folderOfFile();

describeStore(
  'sqlite',
  async () => {
    const clock = createTestClock();
    const path = join(folder, 'contract', 'state.sqlite');
    return {
      ...clock,
      open: async () => openSqliteStore({ path, now: clock.now }),
      url: `sqlite:${path}`,
      stop: async () => {},
    };
  },
  true,
);

const put = (store: Store, key: string, ttlMs = 1_000) =>
  store.update(key, () => ({ op: 'put', value: key, ttlMs, result: undefined }));

/** What another program sees in the file. */
function countRows(path: string, table: 'entries' | 'log'): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
  db.close();
  return Number(row?.rows);
}

test('a process killed in the middle of its writes loses no acknowledged one', async () => {
  for (let round = 0; round < 5; round++) {
    const path = join(folder, `killed-${round}.sqlite`);
    const writer = spawn(process.execPath, [join(import.meta.dirname, 'writer-process.ts'), `sqlite:${path}`]);
    const acknowledged = await collectUntilKilled(writer, 200 + 150 * round);
    const store = openSqliteStore({ path, now: Date.now });
    const found = await Promise.all(acknowledged.map((key) => store.get(key)));
    expect(found).toEqual(acknowledged);
    await store.close();
  }
});

test('eight processes that start at once on a new file all open it', async () => {
  const url = `sqlite:${join(folder, 'fresh.sqlite')}`;
  const writers = Array.from({ length: 8 }, () =>
    spawn(process.execPath, [join(import.meta.dirname, 'writer-process.ts'), url]),
  );
  const acknowledged = await Promise.all(writers.map((writer) => collectUntilKilled(writer, 1)));
  expect(acknowledged.filter((keys) => keys.length === 0)).toEqual([]);
});

test('a write is not settled before its COMMIT, and what fails to commit is refused', async () => {
  const path = join(folder, 'locked.sqlite');
  const store = openSqliteStore({ path, now: Date.now });
  const blocker = new DatabaseSync(path);
  blocker.exec('BEGIN IMMEDIATE');
  let isSettled = false;
  const write = put(store, 'late').then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(isSettled).toBe(false);
  expect(await store.get('late')).toBeUndefined();
  blocker.exec('COMMIT');
  await write;
  expect(await store.get('late')).toBe('late');
  blocker.close();
  await store.close();
});

test('a lock that is never let go refuses writes after seconds, while reads go on', async () => {
  const path = join(folder, 'stuck.sqlite');
  const store = openSqliteStore({ path, now: Date.now });
  await put(store, 'before', 60_000);
  const blocker = new DatabaseSync(path);
  blocker.exec('BEGIN IMMEDIATE');
  const startedAt = performance.now();
  const refusal = expect(put(store, 'never')).rejects.toThrow(StoreUnavailable);
  expect(await store.get('before')).toBe('before');
  await refusal;
  blocker.exec('COMMIT');
  await put(store, 'after');
  expect(await store.get('never'), 'refused is refused').toBeUndefined();
  blocker.exec('BEGIN IMMEDIATE');
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  const lastWrite = expect(put(store, 'at the end')).rejects.toThrow(StoreUnavailable);
  await store.close();
  await lastWrite;
  blocker.close();
});

test('a full disk refuses the whole group, and the store works again when there is room', async () => {
  const path = join(folder, 'full.sqlite');
  const store = openSqliteStore({ path, now: Date.now, pageLimit: 40 });
  const value = 'x'.repeat(20_000);
  const write = (key: string) => store.update(key, () => ({ op: 'put', value, ttlMs: 60_000, result: key }));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => write(`big ${index}`)));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  expect(await store.get('big 0')).toBeUndefined();
  expect(await write('small enough')).toBe('small enough');
  await store.close();
});

test('says once that the file takes no records, however many are refused', async () => {
  const said: string[] = [];
  const log = { warn: (_: unknown, message: string) => said.push(message) };
  const store = openSqliteStore({ path: join(folder, 'told.sqlite'), now: Date.now, pageLimit: 40, log });
  const value = 'x'.repeat(1_000_000);
  const write = () => store.update('big', () => ({ op: 'put', value, ttlMs: 60_000, result: 0 }));
  for (let times = 0; times < 3; times += 1) {
    await expect(write()).rejects.toThrow(StoreUnavailable);
    await put(store, 'small');
  }
  expect(said).toEqual(['the state file takes no records; they are refused until it does']);
  await store.close();
});

test.each([
  ['removed', (path: string) => rmSync(path)],
  ['replaced by a copy', (path: string) => [copyFileSync(path, `${path}.copy`), renameSync(`${path}.copy`, path)]],
  ['left without its log', (path: string) => rmSync(`${path}-wal`)],
])('a file that was %s is written to no more, and read on', async (name, change) => {
  const path = join(folder, `${name}.sqlite`);
  const said: unknown[] = [];
  const log = { warn: ({ err }: Record<string, unknown>) => said.push(err) };
  const store = openSqliteStore({ path, now: Date.now, log });
  await put(store, 'before', 60_000);
  change(path);
  await expect(put(store, 'after')).rejects.toThrow(StoreUnavailable);
  expect(await store.get('before')).toBe('before');
  expect(await store.get('after')).toBeUndefined();
  expect(String(said[0])).toMatch(/was removed or replaced while it was in use: restart the service/);
  await store.close();
});

test('close commits what waits', async () => {
  const path = join(folder, 'closing.sqlite');
  const store = openSqliteStore({ path, now: Date.now });
  const write = put(store, 'last', 60_000);
  await store.close();
  await write;
  expect(countRows(path, 'entries')).toBe(1);
});

test('expired rows leave the file while others are written', async () => {
  const clock = createTestClock();
  const path = join(folder, 'sweep.sqlite');
  const store = openSqliteStore({ path, now: clock.now });
  await Promise.all(Array.from({ length: 500 }, (_, index) => put(store, `old ${index}`)));
  await clock.pass(2_000);
  for (let round = 0; round < 30; round++) await put(store, `new ${round}`);
  await store.close();
  expect(countRows(path, 'entries')).toBe(30);
});

test('a clock set back does not make a window longer', async () => {
  const clock = createTestClock();
  const store = openSqliteStore({ path: join(folder, 'clock.sqlite'), now: clock.now });
  await store.increment('w', 60_000);
  await clock.pass(-3_600_000);
  expect((await store.increment('w', 60_000)).resetAt).toBe(clock.now() + 60_000);
  await store.close();
});

test('the file is as durable as promised, and its log is folded in on close', async () => {
  const path = join(folder, 'pragmas.sqlite');
  const store = openSqliteStore({ path, now: Date.now });
  await put(store, 'k', 60_000);
  await store.close();
  const db = new DatabaseSync(path);
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
});

// With an older SQLite than node's own, which was never seen to take the log away.
const lookInto =
  'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute("SELECT 1 FROM entries"); db.close()';
const hasPython = spawnSync('python3', ['-c', 'import sqlite3']).status === 0;

test.skipIf(!hasPython)(
  'another program that looks into the file leaves several threads their log (needs python3)',
  async () => {
    const path = join(folder, 'looked-into.sqlite');
    // Two threads of one process, as far as locks of files are concerned.
    const open = () => openSqliteStore({ path, now: Date.now });
    const [one, other] = [open(), open()];
    await put(one, 'before', 60_000);
    expect(spawnSync('python3', ['-c', lookInto, path]).status).toBe(0);
    expect(existsSync(`${path}-wal`)).toBe(true);
    await Promise.all([one.close(), other.close()]);
  },
);

test('a file that cannot be opened is StoreUnavailable', () => {
  expect(() => openSqliteStore({ path: join(import.meta.filename, 'state.sqlite'), now: Date.now })).toThrow(
    StoreUnavailable,
  );
});

test('several that open the same new file at once all get it', async () => {
  // Three at 400 files: without patience two to four of these openings failed each time.
  const threads = [1, 2, 3].map(
    () =>
      new Worker(new URL('opening-thread.ts', import.meta.url), {
        workerData: { folder: join(folder, 'race'), count: 400 },
      }),
  );
  const failures = await Promise.all(threads.map((thread) => once(thread, 'message')));
  expect(failures.flat(2)).toEqual([]);
});
