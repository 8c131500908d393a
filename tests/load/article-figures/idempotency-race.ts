/**
 * How many keys one Idempotency-Key buys when several processes race for it.
 * Quoted in content/articles/idempotency-for-machines.md. Run: node tests/load/article-figures/idempotency-race.ts
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { report } from './machine.ts';

const processes = 4;
const requestKeys = 500;
const variants = ['get, then put', 'insert on conflict'] as const;
type Variant = (typeof variants)[number];

interface Issuer {
  /** Whether this call made a new subscription rather than found one. */
  issue(key: string): boolean;
}

function openIssuer(database: DatabaseSync, variant: Variant): Issuer {
  const find = database.prepare('SELECT owner FROM seen WHERE key = ?');
  const put = database.prepare('INSERT OR REPLACE INTO seen VALUES (?, ?)');
  const claim = database.prepare('INSERT INTO seen VALUES (?, ?) ON CONFLICT(key) DO NOTHING');
  switch (variant) {
    case 'get, then put':
      return {
        issue: (key) => {
          if (find.get(key)) return false;
          put.run(key, process.pid);
          return true;
        },
      };
    case 'insert on conflict':
      return { issue: (key) => claim.run(key, process.pid).changes === 1 };
  }
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL');
  database.exec('CREATE TABLE IF NOT EXISTS seen(key TEXT PRIMARY KEY, owner INTEGER) WITHOUT ROWID');
  return database;
}

/** A child: waits for the common start, then asks for every key once and sends how many it was given. */
function runChild(file: string, variant: Variant): void {
  const issuer = openIssuer(openDatabase(file), variant);
  process.once('message', () => {
    let issued = 0;
    for (let i = 0; i < requestKeys; i++) if (issuer.issue(`request-${i}`)) issued += 1;
    process.send?.({ issued }, () => process.exit(0));
  });
  process.send?.('ready');
}

/** Subscriptions made by all processes together for `requestKeys` distinct Idempotency-Keys. */
async function race(variant: Variant): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'idempotency-race-'));
  const file = join(folder, 'state.db');
  openDatabase(file).close();
  const children = Array.from({ length: processes }, () => fork(fileURLToPath(import.meta.url), [file, variant]));
  await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))));
  const counts = children.map(
    (child) =>
      new Promise<number>((resolve, reject) => {
        child.once('message', (message) => {
          if (typeof message === 'object' && 'issued' in message && typeof message.issued === 'number') {
            resolve(message.issued);
          }
        });
        child.once('error', reject);
        child.once('exit', (code) => code !== 0 && reject(new Error(`a child ended with ${code}`)));
      }),
  );
  for (const child of children) child.send('start');
  const issued = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  rmSync(folder, { recursive: true });
  return issued;
}

/** Subscriptions made by `callers` parallel requests of one process when the work between get and put awaits. */
async function raceWithin(variant: Variant, callers: number): Promise<number> {
  const seen = new Map<string, string | undefined>();
  let made = 0;
  async function subscribe(): Promise<void> {
    if (seen.has('one-key')) return;
    // Claiming first is what makes the second caller see the first.
    if (variant === 'insert on conflict') seen.set('one-key', undefined);
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.set('one-key', `subscription-${made}`);
    made += 1;
  }
  await Promise.all(Array.from({ length: callers }, subscribe));
  return made;
}

const [file, name] = process.argv.slice(2);
const chosen = variants.find((variant) => variant === name);
if (file && chosen) {
  runChild(file, chosen);
} else {
  const rows = [];
  for (const variant of variants) {
    const runs = [];
    for (let run = 0; run < 5; run++) runs.push(await race(variant));
    const extra = runs.map((issued) => issued - requestKeys).toSorted((a, b) => a - b);
    rows.push({ variant, keys: requestKeys, 'issued too often, five runs': extra.join(', ') });
  }
  const within = await Promise.all(
    variants.map(async (variant) => ({ variant, callers: 50, made: await raceWithin(variant, 50) })),
  );
  report('50 parallel requests with one key in one process, 1 ms of waiting inside', within);
  report(`${processes} processes ask once each for the same ${requestKeys} keys`, rows);
}
