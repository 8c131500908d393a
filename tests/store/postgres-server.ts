import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';

/** Debian keeps the programs of each version in a folder that is not on the PATH. */
const [programs] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
const isRoot = userInfo().uid === 0;

export const isPostgresInstalled =
  programs !== undefined &&
  existsSync(`${programs}/initdb`) &&
  (!isRoot || spawnSync('setpriv', ['--version']).status === 0);

export interface PostgresServer {
  url: string;
  kill(): void;
  start(): void;
  /** SIGSTOP or SIGCONT to the server and all its processes. */
  signal(name: 'STOP' | 'CONT'): void;
  query(sql: string): string;
}

export interface PostgresPair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Both servers, as STORE_URL names them. */
  url: string;
  promote(): void;
  stop(): void;
}

/** Postgres refuses to run as root. */
function run(args: readonly string[], options: { allowFailure?: boolean } = {}): SpawnSyncReturns<string> {
  const [program = '', ...rest] = args;
  const command = [`${programs}/${program}`, ...rest];
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', ...command] : command;
  const [first = '', ...others] = asUser;
  // Servers that go on running inherit standard output, which nothing may then wait for.
  const done = spawnSync(first, others, {
    encoding: 'utf8',
    cwd: tmpdir(),
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status !== 0 && !options.allowFailure)
    throw new Error(`${args.join(' ')}: ${done.stderr}${done.error ?? ''}`);
  return done;
}

const settings = (folder: string) => `
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
shared_buffers = 64MB
max_connections = 60
wal_keep_size = 256MB
synchronous_commit = remote_apply
wal_receiver_status_interval = 1s
wal_sender_timeout = 3s
wal_receiver_timeout = 3s
wal_retrieve_retry_interval = 200ms
`;

function controlServer(data: string, port: number): PostgresServer {
  const processes = () => {
    const postmaster = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
    return [postmaster, ...spawnSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).stdout.split('\n')].filter(
      Boolean,
    );
  };
  return {
    url: `postgres://quire@127.0.0.1:${port}/postgres`,
    kill() {
      // Stopped first, so that it starts no process between the look at them and their end.
      spawnSync('kill', ['-STOP', processes()[0] ?? '']);
      const killed = processes();
      spawnSync('kill', ['-KILL', ...killed]);
      // Its children hold the shared memory that the next start needs.
      while (spawnSync('kill', ['-0', ...killed]).status === 0) spawnSync('sleep', ['0.05']);
    },
    start: () => void run(['pg_ctl', '-D', data, '-o', `-p ${port}`, '-l', `${data}.log`, '-w', '-t', '30', 'start']),
    signal: (name) => void spawnSync('kill', [`-${name}`, ...processes()]),
    query: (sql) =>
      run(['psql', '-qXAt', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'quire', 'postgres', '-c', sql]).stdout.trim(),
  };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres:postgres', folder]);
  return folder;
}

function initialize(folder: string): string {
  const data = join(folder, 'a');
  const options = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions', '-N'];
  run(['initdb', '-D', data, '-U', 'quire', ...options]);
  appendFileSync(join(data, 'postgresql.conf'), settings(folder));
  return data;
}

/** One server with data in a folder of its own, at a free port of 127.0.0.1. */
export async function startPostgres(): Promise<PostgresServer & { stop(): void }> {
  const folder = makeFolder();
  const server = controlServer(initialize(folder), await freePort());
  server.start();
  return {
    ...server,
    stop() {
      server.kill();
      rmSync(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

/** A primary and a standby that has every transaction before it is acknowledged. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = makeFolder();
  const [port, standbyPort] = [await freePort(), await freePort()];
  const primary = controlServer(initialize(folder), port);
  primary.start();
  const data = join(folder, 'b');
  const source = `host=127.0.0.1 port=${port} user=quire application_name=b`;
  run(['pg_basebackup', '-D', data, '-X', 'stream', '-R', '-c', 'fast', '-C', '-S', 'quire_b', '-d', source]);
  const standby = controlServer(data, standbyPort);
  standby.start();
  // Last, and on the primary alone: a commit would wait for a standby that does not exist yet, or for itself.
  primary.query("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (b)'");
  primary.query('SELECT pg_reload_conf()');
  for (let tries = 0; primary.query('SELECT sync_state FROM pg_stat_replication') !== 'sync'; tries++) {
    if (tries > 100) throw new Error('The standby does not follow synchronously');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    primary,
    standby,
    url: `postgres://quire@127.0.0.1:${port},127.0.0.1:${standbyPort}/postgres`,
    promote: () => void run(['pg_ctl', '-D', data, 'promote', '-w']),
    stop() {
      for (const server of [primary, standby]) server.kill();
      rmSync(folder, { recursive: true, maxRetries: 10 });
    },
  };
}
