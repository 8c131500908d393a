import { Pool, type PoolClient } from 'pg';

/** A statement that only reads gets its rows or an error within this time; so does an attempt to connect. */
const statementTimeoutMs = 1_000;

/**
 * Connections of each kind to one server. Reads have their own: while a standby is lost, each write waits on the server
 * and occupies its connection, and reads must not wait behind it.
 */
const connectionsOfKind = 4;

/** The server is a standby or became one (25006), or it rolled the transaction back: the statement left no trace. */
const repeatableCodes = new Set(['25006', '40001', '40P01']);

/** Servers of one database, of which one takes writes. */
export interface PostgresServers {
  /** @throws what the server or the connection says; nothing is known of a statement that was sent then */
  read<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  /** As `read`, without a time limit: the connection stays occupied until the server responds. */
  write<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A statement found a standby where the server that takes writes should be. */
export class NotPrimary extends Error {
  constructor() {
    super('This server is a standby');
    this.name = 'NotPrimary';
  }
}

/** @param urls one for each server */
export function connectPostgres(urls: readonly string[]): PostgresServers {
  const servers = urls.map((connectionString) => {
    const shared = {
      connectionString,
      max: connectionsOfKind,
      connectionTimeoutMillis: statementTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'quire',
    };
    return {
      read: watched(new Pool({ ...shared, query_timeout: statementTimeoutMs })),
      write: watched(new Pool(shared)),
    };
  });
  /** Which server took the last statement. */
  let present = 0;
  const triesInAll = urls.length * 2;

  async function run<Result>(kind: 'read' | 'write', work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const at = present;
      const outcome = await attempt(servers[at]?.[kind], work);
      if ('result' in outcome) return outcome.result;
      if (outcome.isElsewhere && present === at) present = (at + 1) % urls.length;
      if (!outcome.isRepeatable || tries >= triesInAll) throw outcome.error;
    }
  }

  let closing: Promise<unknown> | undefined;
  return {
    read: (work) => run('read', work),
    write: (work) => run('write', work),
    async close() {
      closing ??= Promise.all(servers.flatMap(({ read, write }) => [read.end(), write.end()]));
      // A write that waits for a standby may never end.
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, statementTimeoutMs).unref())]);
    },
  };
}

type Attempt<Result> =
  | { result: Result }
  /** May the statement be sent again, and is it likely that another server takes it? */
  | { error: unknown; isRepeatable: boolean; isElsewhere: boolean };

async function attempt<Result>(
  pool: Pool | undefined,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Attempt<Result>> {
  if (!pool) throw new TypeError('STORE_URL names no server');
  const isFull = pool.totalCount === connectionsOfKind && pool.idleCount === 0;
  const client = await pool.connect().catch((cause: unknown) => ({ cause }));
  if ('cause' in client) return { error: client.cause, isRepeatable: !isFull, isElsewhere: !isFull };
  try {
    const result = await work(client);
    client.release();
    return { result };
  } catch (error) {
    const isRolledBack = repeatableCodes.has(readCode(error)) || error instanceof NotPrimary;
    client.release(!isRolledBack);
    // A server that is silent or gone has no SQLSTATE.
    const isElsewhere = isRolledBack || !/^[0-9A-Z]{5}$/.test(readCode(error));
    return { error, isRepeatable: isRolledBack, isElsewhere };
  }
}

/** SQLSTATE of a server's error, or the code of a socket's; empty for anything else. */
export function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A connection that breaks without a listener, idle or in use, would end the process. */
function watched(pool: Pool): Pool {
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** The statement that runs on the connection rejects with the same error. */
function ignore() {}
