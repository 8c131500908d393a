/**
 * Durable writes a second in SQLite, one transaction for each against one for all that wait.
 * Quoted in content/articles/group-commit-and-durable-acknowledgements.md.
 * Run: node tests/load/article-figures/group-commit.ts [folder on the disk to measure]
 */
import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median, report } from './machine.ts';

const base = process.argv[2] ?? tmpdir();
const rounds = 5;
const roundMs = 2000;

interface Writer {
  /** Settles when the row would survive a power cut (FULL) or a killed process (NORMAL). */
  write(key: string): Promise<void>;
  close(): void;
}

function openDatabase(folder: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'state.db'), { timeout: 5000 });
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}`);
  database.exec('CREATE TABLE IF NOT EXISTS records(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID');
  return database;
}

function openSingle(folder: string, synchronous: 'FULL' | 'NORMAL'): Writer {
  const database = openDatabase(folder, synchronous);
  const insert = database.prepare('INSERT INTO records VALUES (?, ?)');
  return {
    write: async (key) => {
      insert.run(key, 'x'.repeat(200));
    },
    close: () => database.close(),
  };
}

function openGrouped(folder: string): Writer {
  const database = openDatabase(folder, 'FULL');
  const insert = database.prepare('INSERT INTO records VALUES (?, ?)');
  let waiting: { key: string; resolve: () => void; reject: (reason: unknown) => void }[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      database.exec('BEGIN IMMEDIATE');
      for (const { key } of group) insert.run(key, 'x'.repeat(200));
      database.exec('COMMIT');
    } catch (reason) {
      if (database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of group) reject(reason);
      return;
    }
    for (const { resolve } of group) resolve();
  }

  return {
    write: (key) =>
      new Promise((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (waiting.length === 1) setImmediate(flush);
      }),
    close: () => database.close(),
  };
}

/** Acknowledged writes a second, and their median and 99th percentile wait in milliseconds. */
async function drive(writer: Writer, inFlight: number): Promise<{ rate: number; p50: number; p99: number }> {
  const waits: number[] = [];
  const started = performance.now();
  const until = started + roundMs;
  async function client(name: number): Promise<void> {
    for (let i = 0; performance.now() < until; i++) {
      const asked = performance.now();
      // Keys look like hashes, as idempotency keys do: every row lands on another page of the tree.
      await writer.write(createHash('sha256').update(`${started}-${name}-${i}`).digest('hex'));
      waits.push(performance.now() - asked);
      // A client that writes again is a new request: let the others run first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, name) => client(name)));
  const seconds = (performance.now() - started) / 1000;
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    rate: waits.length / seconds,
    p50: median(waits),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

/** Milliseconds of one appended 4 KB block and fdatasync: what the disk asks for a promise. */
function timeSyncs(count: number): number[] {
  const folder = mkdtempSync(join(base, 'group-commit-'));
  const file = openSync(join(folder, 'probe'), 'w');
  const times = Array.from({ length: count }, () => {
    const started = performance.now();
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times.toSorted((a, b) => a - b);
}

const syncs = timeSyncs(2000);
console.log(`fdatasync of 4 KB: p50 ${median(syncs).toFixed(2)} ms, p99 ${syncs[1980]?.toFixed(2)} ms\n`);

const setups: { name: string; open: (folder: string) => Writer; inFlight: number }[] = [
  ...[1, 64].map((inFlight) => ({ name: 'FULL, one each', open: (f: string) => openSingle(f, 'FULL'), inFlight })),
  ...[1, 8, 64, 512].map((inFlight) => ({ name: 'FULL, grouped', open: openGrouped, inFlight })),
  { name: 'NORMAL, one each', open: (f: string) => openSingle(f, 'NORMAL'), inFlight: 64 },
];

const rows = [];
for (const { name, open, inFlight } of setups) {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(base, 'group-commit-'));
    const writer = open(folder);
    results.push(await drive(writer, inFlight));
    writer.close();
    rmSync(folder, { recursive: true });
  }
  rows.push({
    name,
    inFlight,
    'writes/s': Math.round(median(results.map(({ rate }) => rate))),
    least: Math.round(Math.min(...results.map(({ rate }) => rate))),
    most: Math.round(Math.max(...results.map(({ rate }) => rate))),
    'p50 ms': median(results.map(({ p50 }) => p50)).toFixed(2),
    'p99 ms': median(results.map(({ p99 }) => p99)).toFixed(2),
  });
}
report(`Durable writes, median of ${rounds} rounds of ${roundMs} ms, in ${base}`, rows);
