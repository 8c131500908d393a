import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { Redis } from 'ioredis';
import { privateKeyToAccount } from 'viem/accounts';
import { startPostgres } from '../store/postgres-server.ts';
import { startRedisServer } from '../store/redis-server.ts';

/**
 * Writes the fixtures of tests/fixtures/state as the code of another commit writes its state:
 *   git worktree add --detach /tmp/old COMMIT && ln -s $PWD/node_modules /tmp/old && node tests/support/write-state.ts
 *   /tmp/old COMMIT
 */
const [tree = '', name = ''] = process.argv.slice(2);
const from = (path: string) => import(pathToFileURL(join(resolve(tree), path)).href);
const folder = join('tests/fixtures/state', name);
mkdirSync(folder, { recursive: true });

const at = Date.UTC(2026, 10, 20);
Date.now = () => at; // wallets sign what is good now

// The app of those commits has a store in memory: it gets ours.
const ours = 'data:text/javascript,export const createMemoryStore = () => globalThis.store';
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url.endsWith('/src/store/memory-store.ts')
      ? { url: ours, format: 'module', shortCircuit: true }
      : found;
  },
});

async function callService(): Promise<object> {
  const { createTestApp } = await from('tests/support/app.ts');
  const { makeLibrary } = await from('tests/support/library.ts');
  const base = 'https://quire.test';
  const library = makeLibrary(base);
  const { app } = await createTestApp(library);
  const send: typeof fetch = (input, init) => app.fetch(new Request(input, init), { clientAddress: '192.0.2.1' });
  const ok = async (response: Response) => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const post = async (path: string, idempotencyKey: string) =>
    ok(await send(base + path, { method: 'POST', headers: { 'idempotency-key': idempotencyKey } }));
  const subscribed = await post('/api/v1/agent/subscribe', 'a subscription of this agent');
  const { api_key: revoked } = await post('/api/v1/agent/subscribe', 'one that is given back');
  await ok(await send(`${base}/agent/auth/revoke`, { method: 'POST', body: new URLSearchParams({ token: revoked }) }));
  const session = await post('/checkout_sessions', 'a checkout of this agent');
  const client = await ok(
    await send(`${base}/agent/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'An agent',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      }),
    }),
  );
  const privateKey = `0x${'11'.repeat(32)}` as const;
  const wallet = registerExactEvmScheme(new x402Client(), { signer: privateKeyToAccount(privateKey) });
  let payment = '';
  const keep: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    payment = request.headers.get('payment-signature') ?? payment;
    return send(request);
  };
  await ok(await wrapFetchWithPayment(keep, wallet)(`${base}/api/v1/articles/${library.sold.articles[0].slug}`));
  return { at, key: subscribed.api_key, revoked, session: session.id, client: client.client_id, privateKey, payment };
}

async function withStore(store: { close(): Promise<void> }): Promise<object> {
  Object.assign(globalThis, { store });
  return callService();
}

const path = join(resolve('node_modules/.cache'), `state-${name}.db`);
const sqlite = (await from('src/store/sqlite.ts')).openSqliteStore({ path, now: () => at });
const inSqlite = await withStore(sqlite);
await sqlite.close();
cpSync(path, join(folder, 'state.db'));

const server = await startRedisServer();
const redisStore = await (await from('src/store/redis.ts')).openRedisStore({ url: server.url, now: () => at });
const inRedis = await withStore(redisStore);
const redis = new Redis(server.url);
const commands: string[][] = [];
for (const key of (await redis.keys('*')).sort()) {
  if ((await redis.type(key)) === 'string') {
    commands.push(['SET', key, String(await redis.get(key)), 'PX', String(await redis.pttl(key))]);
  } else for (const [id, fields] of await redis.xrange(key, '-', '+')) commands.push(['XADD', key, id, ...fields]);
}
await redis.quit();
await redisStore.close();
await server.stop();
writeFileSync(join(folder, 'redis.json'), `${JSON.stringify(commands, null, 1)}\n`);

/** Postgres counts by its own clock, so the statements end with one that moves what they wrote to the present. */
async function writePostgres(): Promise<object> {
  const database = await startPostgres();
  const store = await (await from('src/store/postgres.ts')).openPostgresStore({ url: database.url, now: () => at });
  const told = await withStore(store);
  await store.close();
  const dump = spawnSync('pg_dump', ['--inserts', '--no-owner', database.url], { encoding: 'utf8' });
  const writtenAt = database.query('SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint');
  database.stop();
  const shift = `(extract(epoch from clock_timestamp()) * 1000)::bigint - ${writtenAt}`;
  const moved = `UPDATE quire.entries SET expires_at = expires_at + ${shift};\n`;
  writeFileSync(join(folder, 'postgres.sql'), dump.stdout.replace(/^(?:--.*|\\.*)?\n/gm, '') + moved);
  return told;
}

const inPostgres = existsSync(join(tree, 'src/store/postgres.ts')) ? await writePostgres() : undefined;
writeFileSync(
  join(folder, 'told.json'),
  `${JSON.stringify({ sqlite: inSqlite, redis: inRedis, postgres: inPostgres }, null, 2)}\n`,
);
