import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createGroupCommit, isLocked, runCallerFunction } from './group-commit.ts';
import { makeFolder } from './make-folder.ts';
import { createOutageLog } from './outage-log.ts';
import { corruptCode, prepareStateFile, watchStateFile } from './state-file.ts';
import { type Decision, type Store, type StoreLog, StoreUnavailable } from './store.ts';

/** Another process may hold the file for this long while we open it. */
const openPatienceMs = 5_000;

/**
 * Once running, waiting for a lock blocks every reader of this process: be brief here, patient in `group-commit.ts`.
 */
const lockWaitMs = 10;

/** A failure is over when writes have succeeded for this long: a full disk accepts a small one now and then. */
const soundMs = 5_000;

/** As the path of a database: it is in memory, and gone when it is closed (sqlite.org/inmemorydb.html). */
export const inMemory = ':memory:';

const schema = `
  CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires_at);
  -- The head of a list is its row without an ID, at position 0.
  CREATE TABLE IF NOT EXISTS list_items (list TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL,
    value TEXT NOT NULL, PRIMARY KEY (list, id)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS list_items_by_position ON list_items (list, position);
`;

/**
 * State in one file on a local disk, shared by every process of one machine. An acknowledged write survives a killed
 * process and a power failure (WAL with `synchronous=FULL`).
 *
 * @param options.path path of the database, whose folder is created if missing, or `inMemory`
 * @param options.now epoch milliseconds; decides what has expired
 * @param options.log is notified when the file rejects writes, and when it accepts them again
 * @param options.pageLimit maximum size of the file, in pages of 4 KiB; by default the size of the disk
 * @throws StoreUnavailable when the file cannot be opened
 */
export function openSqliteStore(options: {
  path: string;
  now: () => number;
  log?: StoreLog | undefined;
  pageLimit?: number;
}): Store {
  const { now } = options;
  const db = openDatabase(options.path);
  if (options.pageLimit) db.exec(`PRAGMA max_page_count = ${options.pageLimit}`);

  const read = db.prepare('SELECT value FROM entries WHERE key = ? AND expires_at > ?');
  const put = db.prepare(`INSERT INTO entries (key, value, expires_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`);
  const remove = db.prepare('DELETE FROM entries WHERE key = ?');
  // A clock set back would make a window last for hours, so what is left of it is capped at its whole length.
  const count =
    db.prepare(`INSERT INTO entries (key, value, expires_at) VALUES (:key, CAST(:by AS TEXT), :now + :window)
    ON CONFLICT (key) DO UPDATE SET
      value = CASE WHEN expires_at <= :now THEN CAST(:by AS TEXT) ELSE CAST(value + :by AS TEXT) END,
      expires_at = CASE WHEN expires_at <= :now THEN :now + :window ELSE MIN(expires_at, :now + :window) END
    RETURNING CAST(value AS INTEGER) AS count, expires_at AS resetAt`);
  const sweep = db.prepare(
    'DELETE FROM entries WHERE rowid IN (SELECT rowid FROM entries WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
  );

  const readHead = db.prepare("SELECT value FROM list_items WHERE list = ? AND id = ''");
  const readItems = db.prepare(
    'SELECT id, position, value FROM list_items WHERE list = ? AND position > ? ORDER BY position LIMIT ?',
  );
  const putItem = db.prepare(`INSERT INTO list_items (list, id, position, value) VALUES (?, ?, ?, ?)
    ON CONFLICT (list, id) DO UPDATE SET position = excluded.position, value = excluded.value`);

  // Each write pays for the removal of two expired rows, so the file stops growing without a timer of its own.
  const assertInPlace = watchStateFile(options.path);
  const commits = createGroupCommit(db, {
    sweep(size) {
      assertInPlace();
      sweep.run(now(), 16 + 2 * size);
    },
    report: createOutageLog(options.log, {
      failed: 'the state file takes no records; they are refused until it does',
      back: 'the state file takes records again',
      soundMs,
    }),
  });

  function find(key: string): string | undefined {
    const row = read.get(key, now());
    return typeof row?.value === 'string' ? row.value : undefined;
  }

  function findHead(list: string): string | undefined {
    const row = readHead.get(list);
    return row && String(row.value);
  }

  async function attempt<Result>(work: () => Result): Promise<Result> {
    try {
      return work();
    } catch (cause) {
      throw new StoreUnavailable(cause);
    }
  }

  return {
    get: (key) => attempt(() => find(key)),
    update: <Result>(key: string, decide: (seen: string | undefined) => Decision<Result>) =>
      commits.enqueue(() => {
        const seen = find(key);
        const decision = runCallerFunction(() => decide(seen));
        if (decision.op === 'put') put.run(key, decision.value, now() + Math.ceil(decision.ttlMs));
        if (decision.op === 'delete') remove.run(key);
        return decision.result;
      }),
    increment: (key, windowMs, by = 1) =>
      commits.enqueue(() => {
        // Never `.get()` a write: on INSERT .. RETURNING it hides a failed commit.
        const [row] = count.all({ key, now: now(), window: windowMs, by });
        return { count: Number(row?.count), resetAt: Number(row?.resetAt) };
      }),
    readList: (list, { after, limit }) =>
      attempt(() => {
        const head = findHead(list);
        const items = readItems.all(list, Math.max(0, after), limit).map(({ id, position, value }) => ({
          id: String(id),
          position: Number(position),
          value: String(value),
        }));
        return head === undefined ? { items } : { head, items };
      }),
    writeList: (list, { seen, head, items }) =>
      commits.enqueue(() => {
        if (findHead(list) !== seen) return false;
        putItem.run(list, '', 0, head);
        for (const { id, position, value } of items) putItem.run(list, id, position, value);
        return true;
      }),
    ping: () => attempt(() => void db.prepare('SELECT 1').get()),
    async close() {
      if (!db.isOpen) return;
      commits.close();
      await attempt(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')).finally(() => db.close());
    },
  };
}

/** A damaged page is otherwise met in the middle of a purchase. Some 50 ms for 80 MB. */
function checkPages(db: DatabaseSync) {
  const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: corruptCode });
}

const retryMs = 20;

/**
 * Tries again while another process opens or closes the same file: for the switch to WAL SQLite does not wait, whatever
 * the busy timeout says, where waiting could be a deadlock (sqlite.org/c3ref/busy_handler.html).
 */
function openDatabase(path: string): DatabaseSync {
  const patientUntil = performance.now() + openPatienceMs;
  for (;;) {
    try {
      if (path !== inMemory) prepareFile(path);
      return tryDatabase(path);
    } catch (cause) {
      if (!isLocked(cause) || performance.now() > patientUntil) throw new StoreUnavailable(cause);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

function prepareFile(path: string) {
  makeFolder(dirname(path));
  prepareStateFile(path);
}

function tryDatabase(path: string): DatabaseSync {
  // The busy timeout has to be there before WAL: switching the journal takes the lock of the whole file.
  const db = new DatabaseSync(path, { timeout: openPatienceMs });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    db.exec(schema);
    checkPages(db);
    db.exec(`PRAGMA busy_timeout = ${lockWaitMs}`);
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}
