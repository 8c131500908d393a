/**
 * Whether a write that was acknowledged is still there: after a killed process, and on a disk that filled up.
 * Quoted in content/articles/group-commit-and-durable-acknowledgements.md.
 * Run: node tests/load/article-figures/lost-acknowledgements.ts [folder on a file system of about 1 MB]
 * Such a folder (as root): mount -t tmpfs -o size=1m tmpfs /mnt/small
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { report } from './machine.ts';

const kills = 25;
const attempts = 12_000;

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
  database.exec('CREATE TABLE IF NOT EXISTS records(key INTEGER PRIMARY KEY, value TEXT)');
  return database;
}

/** A child: commits groups of 16 rows and tells the parent the last key of each only after COMMIT. */
function runChild(file: string): void {
  const database = openDatabase(file);
  const insert = database.prepare('INSERT INTO records VALUES (?, ?)');
  let key = 0;
  function commitGroup(): void {
    database.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < 16; i++) insert.run(key++, 'x'.repeat(200));
    database.exec('COMMIT');
    process.send?.(key);
    setImmediate(commitGroup);
  }
  commitGroup();
}

/** Kills a writing child without warning; how many rows it had acknowledged and how many of them are gone. */
async function killOnce(): Promise<{ acknowledged: number; lost: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'lost-'));
  const file = join(folder, 'state.db');
  const child = fork(fileURLToPath(import.meta.url), ['--child', file]);
  let acknowledged = 0;
  child.on('message', (key) => {
    acknowledged = Number(key);
  });
  await sleep(200 + Math.random() * 300);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  const database = openDatabase(file);
  const row = database.prepare('SELECT count(*) AS present FROM records WHERE key < ?').get(acknowledged);
  database.close();
  rmSync(folder, { recursive: true });
  return { acknowledged, lost: acknowledged - Number(row?.present) };
}

type Call = (database: DatabaseSync, key: number) => void;
const sql = 'INSERT INTO records VALUES (?, ?) RETURNING key';
const calls: Record<string, Call> = {
  'stmt.get(), autocommit': (database, key) => {
    database.prepare(sql).get(key, 'x'.repeat(200));
  },
  'stmt.all(), autocommit': (database, key) => {
    database.prepare(sql).all(key, 'x'.repeat(200));
  },
  'stmt.run(), autocommit': (database, key) => {
    database.prepare('INSERT INTO records VALUES (?, ?)').run(key, 'x'.repeat(200));
  },
  'stmt.get() inside BEGIN and COMMIT': (database, key) => {
    database.exec('BEGIN IMMEDIATE');
    database.prepare(sql).get(key, 'x'.repeat(200));
    database.exec('COMMIT');
  },
};

/** Writes until the disk is full and on; how many calls returned without an error and how many rows there are. */
function fillDisk(folder: string, call: Call): { returned: number; refused: number; present: number } {
  const own = mkdtempSync(join(folder, 'full-'));
  const file = join(own, 'state.db');
  const database = openDatabase(file);
  let returned = 0;
  let refused = 0;
  for (let key = 0; key < attempts; key++) {
    try {
      call(database, key);
      returned += 1;
    } catch {
      // SQLITE_FULL is the honest answer: it is what is counted.
      refused += 1;
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  }
  const row = database.prepare('SELECT count(*) AS present FROM records').get();
  database.close();
  rmSync(own, { recursive: true });
  return { returned, refused, present: Number(row?.present) };
}

const [first, second] = process.argv.slice(2);
if (first === '--child' && second) {
  runChild(second);
} else {
  let acknowledged = 0;
  let lost = 0;
  for (let i = 0; i < kills; i++) {
    const result = await killOnce();
    acknowledged += result.acknowledged;
    lost += result.lost;
  }
  report('SIGKILL while writing in groups of 16', [{ kills, acknowledged, lost }]);
  if (first) {
    const rows = Object.entries(calls).map(([name, call]) => ({ call: name, attempts, ...fillDisk(first, call) }));
    report(`Writing past the end of a full disk (${first})`, rows);
  }
}
