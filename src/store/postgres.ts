import type { PoolClient } from 'pg';
import { z } from 'zod';
import { inTime } from './in-time.ts';
import { createOutageLog } from './outage-log.ts';
import {
  incrementCounter,
  migrate,
  readEntries,
  readList,
  swapEntries,
  sweepExpired,
  writeList,
} from './postgres-schema.ts';
import { connectPostgres, NotPrimary, readCode } from './postgres-servers.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { StateError, type Store, type StoreLog, StoreUnavailable } from './store.ts';
import { type Change, createUpdateGroups } from './update-groups.ts';

/** An operation succeeds or throws within this time. */
const operationTimeoutMs = 1_100;

const sweepIntervalMs = 30_000;

const EntryRow = z.object({ value: z.instanceof(Uint8Array).nullable() });
const ServerRow = z.object({ isStandby: z.boolean() });
const WrittenRow = z.object({ position: z.int() });
const ListRow = z.object({
  head: z.instanceof(Uint8Array).nullable(),
  id: z.instanceof(Uint8Array).nullable(),
  position: z.int().nullable(),
  value: z.instanceof(Uint8Array).nullable(),
});
const CountRow = z.object({ count: z.int(), leftMs: z.int() });

/**
 * State in a Postgres database (14 or newer), shared by replicas on any number of machines. A write is acknowledged
 * when the server's COMMIT returns, which waits for a standby if `synchronous_standby_names` is set. Expiry follows the
 * server's clock. The tables are in the schema `quire`, which is created and migrated at the first connection.
 *
 * A server that cannot be reached at the start is not fatal: free reads need no state, and each operation tries again.
 *
 * @param options.url URL that `parsePostgresUrl` accepts
 * @param options.now epoch milliseconds; only for `resetAt` of counters
 * @throws TypeError for an invalid URL, Error in one sentence when the server rejects the login, the database or the
 *   schema
 */
export async function openPostgresStore(options: { url: string; now: () => number; log?: StoreLog }): Promise<Store> {
  const { now, log } = options;
  const servers = connectPostgres(parsePostgresUrl(options.url));
  const report = createOutageLog(log, {
    failed: 'postgres in STORE_URL cannot be reached; writes are rejected until it is back',
    back: 'postgres is back',
  });
  let migrated: Promise<void> | undefined;

  async function prepare() {
    migrated ??= servers.write(async (client) => {
      await client.query(migrate).catch((cause) => client.query('ROLLBACK').then(() => Promise.reject(cause)));
    });
    await migrated.catch((cause) => {
      migrated = undefined;
      throw cause;
    });
  }

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await prepare();
      const result = await work();
      report(undefined);
      return result;
    } catch (cause) {
      report(cause);
      throw new StoreUnavailable(cause);
    }
  }

  async function read(keys: readonly string[]): Promise<(string | undefined)[]> {
    const { rows } = await servers.read(async (client) => {
      return assertPrimary(await client.query(readEntries, [keys.map(toBytes)]));
    });
    return rows.map((row) => toText(EntryRow.parse(row).value));
  }

  async function swap(changes: readonly Change[]): Promise<Set<string>> {
    const columns = [
      changes.map(({ key }) => toBytes(key)),
      changes.map(({ seen }) => toBytes(seen)),
      changes.map(({ value }) => toBytes(value)),
      changes.map(({ ttlMs }) => Math.ceil(ttlMs)),
    ];
    const rows = await servers.write((client) => writeDurably(client, swapEntries, columns));
    return new Set(rows.map((row) => changes[WrittenRow.parse(row).position]?.key ?? ''));
  }

  const update = createUpdateGroups(
    { read: (keys) => attempt(() => read(keys)), swap: (changes) => attempt(() => swap(changes)) },
    operationTimeoutMs,
  );
  const sweeper = setInterval(() => {
    servers.write((client) => client.query(sweepExpired)).catch(report);
  }, sweepIntervalMs).unref();

  await startStore(() => inTime(prepare, 2 * operationTimeoutMs)).catch(async (cause) => {
    clearInterval(sweeper);
    await servers.close();
    throw cause;
  });

  return {
    get: (key) => inTime(() => attempt(async () => (await read([key]))[0]), operationTimeoutMs),
    update,
    increment: (key, windowMs, by = 1) => {
      const count = async () => {
        const values = [toBytes(key), by, Math.ceil(windowMs)];
        // Counters do not wait for a standby, so they do not queue behind writes that do.
        const { rows } = await servers.read((client) => client.query(incrementCounter, values));
        const { count, leftMs } = CountRow.parse(rows[0]);
        return { count, resetAt: now() + leftMs };
      };
      return inTime(() => attempt(count), operationTimeoutMs);
    },
    readList: (list, { after, limit }) =>
      inTime(
        () =>
          attempt(async () => {
            const values = [toBytes(list), after, limit];
            const { rows } = await servers.read(async (client) => assertPrimary(await client.query(readList, values)));
            return toList(rows.map((row) => ListRow.parse(row)));
          }),
        operationTimeoutMs,
      ),
    writeList: (list, { seen, head, items }) =>
      inTime(
        () =>
          attempt(async () => {
            const ids = items.map(({ id }) => toBytes(id));
            const positions = items.map(({ position }) => position);
            const values = [
              ...[list, seen, head].map(toBytes),
              ids,
              positions,
              items.map(({ value }) => toBytes(value)),
            ];
            return (await servers.write((client) => writeDurably(client, writeList, values))).length > 0;
          }),
        operationTimeoutMs,
      ),
    async ping() {
      await inTime(() => attempt(() => read([''])), operationTimeoutMs);
    },
    async close() {
      clearInterval(sweeper);
      await servers.close();
    },
  };

  async function startStore(connect: () => Promise<void>) {
    try {
      await connect();
    } catch (cause) {
      const sentence = explainRejection(cause);
      if (sentence) throw new StateError(sentence, { cause });
      report(cause);
    }
  }
}

/** @throws NotPrimary when a standby replied: it may be behind, and a primary may have become one */
function assertPrimary<Result extends { rows: unknown[] }>(result: Result): Result {
  if (ServerRow.parse(result.rows[0]).isStandby) throw new NotPrimary();
  return result;
}

/**
 * @throws Error when the server stopped waiting for its standby: it then reports success with the notice "canceling
 *   wait
 * for synchronous replication" (01000), though the write is on one server only
 */
async function writeDurably(client: PoolClient, sql: string, columns: readonly unknown[]): Promise<unknown[]> {
  let notice: string | undefined;
  const onNotice = ({ code, message }: { code?: string; message?: string }) => {
    if (code === '01000') notice = message;
  };
  client.on('notice', onNotice);
  try {
    const { rows } = await client.query(sql, [...columns]);
    if (notice !== undefined) throw new Error(notice);
    return rows;
  } finally {
    client.off('notice', onNotice);
  }
}

/** A sentence for what only the operator can correct; undefined for what may pass by itself. */
function explainRejection(cause: unknown): string | undefined {
  const code = readCode(cause);
  if (code === '28P01' || code === '28000') {
    return 'Postgres rejects the login in STORE_URL: write postgres://USER:PASSWORD@HOST:PORT/DATABASE.';
  }
  if (code === '3D000') return 'STORE_URL names a database that does not exist: create it, or correct the name.';
  if (code === '42501') {
    return 'The user in STORE_URL may not create the schema "quire": GRANT CREATE ON DATABASE, or create the schema for it.';
  }
  return undefined;
}

function toList(rows: readonly z.infer<typeof ListRow>[]) {
  const items = rows.flatMap(({ id, position, value }) =>
    id && position && value ? [{ id: decode(id), position, value: decode(value) }] : [],
  );
  const head = toText(rows[0]?.head ?? null);
  return head === undefined ? { items } : { head, items };
}

function toBytes(text: string): Buffer;
function toBytes(text: string | undefined): Buffer | null;
function toBytes(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text);
}

function toText(bytes: Uint8Array | null): string | undefined {
  return bytes === null ? undefined : decode(bytes);
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
