import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { describe, expect, inject, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { isRedisInstalled, startRedisServer } from '../store/redis-server.ts';
import { folderOfFile } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';

const folder = folderOfFile();
const isRoot = process.getuid?.() === 0;

/** How a start with this environment ends; one that does not is killed, and then has no exit code. */
async function start(env: Record<string, string>, before: readonly string[] = []) {
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    BASE_URL: inject('baseUrl'),
    RELEASE_DIR: '.test-build',
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    ...env,
  };
  const server = [...before, 'node', 'src/server/main.ts'];
  // Root writes where it may not: without these two capabilities it is held to the modes of files like anybody.
  const dropped = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'];
  const [command = '', ...args] = isRoot ? [...dropped, ...server] : server;
  const child = spawn(command, args, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  // What serves nevertheless would never end.
  child.stdout.on('data', (lines: Buffer) => lines.includes('"msg":"serving"') && child.kill('SIGKILL'));
  const [[code], said, logged] = await Promise.all([once(child, 'exit'), text(child.stderr), text(child.stdout)]);
  clearTimeout(late);
  return { code, said, logged };
}

function make(name: string, fill: (path: string) => void): string {
  const path = join(folder, name);
  mkdirSync(path);
  fill(path);
  return path;
}

/** A copy of the release, with something changed in it. */
function changeRelease(name: string, change: (about: { releases: string; release: string }) => void): string {
  return make(name, (releases) => {
    cpSync('.test-build', releases, { recursive: true });
    const [id = ''] = readFileSync(join(releases, 'current'), 'utf8').split('\n');
    change({ releases, release: join(releases, id) });
  });
}

async function makeStateWithDamagedPages(path: string) {
  const state = join(path, 'state.db');
  const store = openSqliteStore({ path: state, now: Date.now });
  const writes = Array.from({ length: 500 }, (_, index) =>
    store.update(`key ${index}`, () => ({ op: 'put', value: 'x'.repeat(200), ttlMs: 60_000, result: 0 })),
  );
  await Promise.all(writes);
  await store.close();
  const bytes = readFileSync(state);
  writeFileSync(state, bytes.fill(0xff, 4 * 4_096, 12 * 4_096));
}

const secret = 'a secret of the tests, 32 characters or more';
const closed = make('closed', (path) => chmodSync(path, 0o500));
const random = make('random', (path) => writeFileSync(join(path, 'state.db'), Buffer.alloc(20_000, 'no database')));
const pages = join(folder, 'pages');
await makeStateWithDamagedPages(pages);
const empty = make('empty', (path) => writeFileSync(join(path, 'state.db'), ''));
const logAlone = make('log-alone', (path) => writeFileSync(join(path, 'state.db-wal'), 'what was acknowledged last'));
const isFolder = make('is-folder', (path) => mkdirSync(join(path, 'state.db')));
const shortSecret = make('short-secret', (path) => writeFileSync(join(path, 'key-secret'), 'x', { mode: 0o600 }));
const openSecret = make('open-secret', (path) => {
  writeFileSync(join(path, 'key-secret'), 'a'.repeat(64));
  chmodSync(join(path, 'key-secret'), 0o644);
});
const readOnlyFile = make('read-only-file', (path) => {
  new DatabaseSync(join(path, 'state.db')).close();
  writeFileSync(join(path, 'state.db'), '');
  chmodSync(join(path, 'state.db'), 0o400);
});
const otherVersion = changeRelease('other-version', ({ release }) => {
  const manifest = join(release, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"software": "[^"]*"/, '"software": "0.0.1"'));
});
const foreign = changeRelease('foreign', ({ release }) =>
  writeFileSync(join(release, 'manifest.json'), '{"name":"x"}'),
);
const noManifest = changeRelease('no-manifest', ({ release }) => rmSync(join(release, 'manifest.json')));
const partMissing = changeRelease('part-missing', ({ release }) => rmSync(join(release, 'library.json')));
const partChanged = changeRelease('part-changed', ({ release }) => writeFileSync(join(release, 'figures.json'), '[]'));

const cases: [string, Record<string, string>, RegExp][] = [
  [
    'a data folder that may not be written',
    { DATA_DIR: closed, KEY_SECRET: secret },
    /closed\/state\.db cannot be written: .*DATA_DIR/,
  ],
  [
    'a data folder where none can be made',
    { DATA_DIR: '/proc/quire', KEY_SECRET: secret },
    /quire\/state\.db cannot be written: .*DATA_DIR/,
  ],
  [
    'a folder for the secret where none can be made',
    { DATA_DIR: '/proc/quire', STORE_URL: `sqlite:${join(folder, 'elsewhere.db')}` },
    /quire\/key-secret cannot be written or read .*: set DATA_DIR/,
  ],
  [
    'a data folder that is a file',
    { DATA_DIR: join(random, 'state.db'), KEY_SECRET: secret },
    /state\.db is not a folder: set DATA_DIR/,
  ],
  [
    'a state file that may not be written',
    { DATA_DIR: readOnlyFile, KEY_SECRET: secret },
    /state\.db cannot be written: .*DATA_DIR/,
  ],
  [
    'a state file that is no database',
    { DATA_DIR: random, KEY_SECRET: secret },
    /random\/state\.db is damaged: restore it from a backup/,
  ],
  [
    'a state file with damaged pages',
    { DATA_DIR: pages, KEY_SECRET: secret },
    /pages\/state\.db is damaged: restore it from a backup/,
  ],
  [
    'an empty state file',
    { DATA_DIR: empty, KEY_SECRET: secret },
    /empty\/state\.db is damaged: restore it from a backup/,
  ],
  ['a log without its state file', { DATA_DIR: logAlone }, /log-alone\/state\.db is damaged: restore it from a backup/],
  [
    'a folder in the place of the state file',
    { DATA_DIR: isFolder, KEY_SECRET: secret },
    /state\.db is a folder: .*STORE_URL/,
  ],
  [
    'a state file without its secret',
    { DATA_DIR: random },
    /key-secret is missing, .*: restore it from a backup, or set/,
  ],
  ['a damaged secret', { DATA_DIR: shortSecret }, /key-secret is damaged; restore it/],
  ['a secret that others can read', { DATA_DIR: openSecret }, /key-secret is open to other users; .*chmod 600/],
  ['a HOST that is another machine', { HOST: '203.0.113.7' }, /HOST is 203\.0\.113\.7, .*: set it to/],
  ['a HOST that is not an IP address', { HOST: 'http://localhost' }, /HOST is not an IP address; set it to/],
  ['an address in ALLOWED_HOSTS', { ALLOWED_HOSTS: 'https://a.test/' }, /ALLOWED_HOSTS names "https:\/\/a\.test\/"/],
  ['a name in TRUSTED_PROXIES', { TRUSTED_PROXIES: 'nginx' }, /TRUSTED_PROXIES: "nginx" is not an IP address/],
  ['a prefix too long', { TRUSTED_PROXIES: '10.0.0.0/64' }, /TRUSTED_PROXIES: "10\.0\.0\.0\/64" is not/],
  ['another engine', { STORE_URL: 'mysql://db' }, /STORE_URL starts with none of sqlite:, postgres:\/\/ and redis:/],
  [
    'Postgres without a database',
    { STORE_URL: 'postgres://db', KEY_SECRET: secret },
    /STORE_URL is not a URL of Postgres/,
  ],
  ['Redis without a host', { STORE_URL: 'redis://', KEY_SECRET: secret }, /STORE_URL names no server: write redis:/],
  ['Sentinels without a master', { STORE_URL: 'redis+sentinel://h', KEY_SECRET: secret }, /STORE_URL names no master/],
  ['replicas without a secret', { STORE_URL: 'redis://127.0.0.1:1' }, /STORE_URL need the same KEY_SECRET; make one/],
  ['nothing built', { RELEASE_DIR: join(folder, 'nothing') }, /nothing: run "npm run build" first/],
  ['a build for another address', { BASE_URL: 'http://a.test' }, /BASE_URL is http:\/\/a\.test: run "BASE_URL=http/],
  ['a build of another version', { RELEASE_DIR: otherVersion }, /version 0\.0\.1 .*: run "npm run build" again/],
  ['a folder that is no build', { RELEASE_DIR: foreign }, /foreign\/\w+ is not one .*: run "npm run build" again/],
  ['a build that was cut short', { RELEASE_DIR: noManifest }, /manifest\.json is missing\): run "npm run build" again/],
  ['a build without a part', { RELEASE_DIR: partMissing }, /library\.json is missing\): run "npm run build" again/],
  ['a build with a part changed', { RELEASE_DIR: partChanged }, /figures\.json was changed .*: run "npm run build"/],
  ['no publication', { PUBLICATION_DIR: folder }, /site\.config\.ts cannot be read: run "npm run init"/],
  ['a port that is none', { PORT: '70000' }, /PORT is over 65535/],
];

function expectSentence({ code, said }: Awaited<ReturnType<typeof start>>, sentence: RegExp) {
  expect(said).toMatch(sentence);
  expect(said.trim().split('\n'), 'one sentence, no stack').toHaveLength(1);
  expect(code).toBe(1);
}

describe('a start that cannot succeed', () => {
  it.each(cases)('(%s) ends with one sentence that names what to change', async (_, env, sentence) => {
    expectSentence(await start(env), sentence);
  });

  it('(a port that is taken) ends with one sentence that names what to change', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    expectSentence(await start({ PORT: port }), /Port \d+ is taken: set PORT to another one/);
    expectSentence(await start({ METRICS_PORT: port }), /Port \d+ is taken: set METRICS_PORT to another one/);
    other.close();
  });

  it('(a server that is no Redis) ends with one sentence that names what to change', async () => {
    const other = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const env = { STORE_URL: `redis://127.0.0.1:${port}`, KEY_SECRET: secret };
    expectSentence(await start(env), /STORE_URL leads to a server that is no Redis: correct its host and port/);
    other.close();
  });

  it.skipIf(!isRedisInstalled)('(a Redis that asks for a password) names what to change', async () => {
    const redis = await startRedisServer();
    const admin = new Redis(redis.url);
    await admin.config('SET', 'requirepass', 'x');
    await admin.quit();
    expectSentence(
      await start({ STORE_URL: redis.url, KEY_SECRET: secret }),
      /STORE_URL has no login that Redis takes/,
    );
    await redis.stop();
  });
});

it('says that Redis is away, and reads without it', async () => {
  const env = { STORE_URL: `redis://127.0.0.1:${await freePort()}`, KEY_SECRET: secret };
  const { code, logged } = await start(env); // ended by force: it serves
  expect(code).toBeNull();
  expect(logged).toContain('the redis of STORE_URL cannot be reached');
  expect(logged).toContain('"msg":"serving"');
});

it.each(['24', '28'])(
  'says that files are too many, not that one is missing or unwritable, where %s may be open',
  async (limit) => {
    const env = { DATA_DIR: join(folder, `files-${limit}`) };
    const { code, said } = await start(env, ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh']);
    expect([code, said]).toEqual([1, expect.stringMatching(/^Too many files are open: raise their limit [^\n]*\n$/)]);
  },
);
