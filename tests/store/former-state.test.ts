import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { Redis } from 'ioredis';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openPostgresStore } from '../../src/store/postgres.ts';
import { openRedisStore } from '../../src/store/redis.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestApp } from '../support/app.ts';
import { folderOfTest } from '../support/folders.ts';
import { makeLibrary, paidSentence } from '../support/library.ts';
import { testBase } from '../support/services.ts';
import { isPostgresInstalled, startPostgres } from './postgres-server.ts';
import { isRedisInstalled, startRedisServer } from './redis-server.ts';

/** What clients were told while the state was written: see tests/support/write-state.ts. */
const Told = z.object({
  at: z.int(),
  key: z.string(),
  revoked: z.string(),
  session: z.string(),
  client: z.string(),
  privateKey: z.templateLiteral(['0x', z.string()]),
  payment: z.string(),
});
const AllTold = z.object({ sqlite: Told, redis: Told, postgres: Told.optional() });

/** 1707713 kept repeats by other rules: docs/upgrading.md. */
const commits = [
  { commit: '1707713', keepsRepeats: false, paid: 'sold' },
  { commit: 'd0952c7', keepsRepeats: true, paid: 'sold' },
  { commit: '6a24324', keepsRepeats: true, paid: 'paid' },
];
const engines = [
  { engine: 'sqlite' as const, missing: undefined, open: openState },
  { engine: 'redis' as const, missing: isRedisInstalled ? undefined : 'redis-server', open: openCommands },
  { engine: 'postgres' as const, missing: isPostgresInstalled ? undefined : 'postgresql', open: openStatements },
];

const fixture = (commit: string, name: string) => join('tests/fixtures/state', commit, name);

async function openState(commit: string, now: () => number) {
  const path = join(folderOfTest(), 'state.db');
  cpSync(fixture(commit, 'state.db'), path);
  const store = openSqliteStore({ path, now });
  return { store, close: () => store.close() };
}

async function openCommands(commit: string, now: () => number) {
  const server = await startRedisServer();
  const redis = new Redis(server.url);
  const commands = z
    .array(z.tuple([z.string()], z.string()))
    .parse(JSON.parse(readFileSync(fixture(commit, 'redis.json'), 'utf8')));
  for (const [command, ...args] of commands) await redis.call(command, ...args);
  await redis.quit();
  const store = await openRedisStore({ url: server.url, now });
  return {
    store,
    async close() {
      await store.close();
      await server.stop();
    },
  };
}

async function openStatements(commit: string, now: () => number) {
  const server = await startPostgres();
  server.query(readFileSync(fixture(commit, 'postgres.sql'), 'utf8'));
  const store = await openPostgresStore({ url: server.url, now });
  return {
    store,
    async close() {
      await store.close();
      server.stop();
    },
  };
}

const readTold = (commit: string) => AllTold.parse(JSON.parse(readFileSync(fixture(commit, 'told.json'), 'utf8')));

/** Commits before dbfa4ddb had no Postgres. */
const states = engines.flatMap((engine) =>
  commits.flatMap((commit) => {
    const told = readTold(commit.commit)[engine.engine];
    return told ? [{ ...engine, ...commit, told }] : [];
  }),
);

/** The library with the slugs that its paid articles had when a state was written. */
const formerLibrary = (paid: string): ReturnType<typeof makeLibrary> =>
  JSON.parse(JSON.stringify(makeLibrary(testBase)).replaceAll('paid-s', `${paid}-s`));

describe.each(states)('on state that $commit left in $engine', (state) => {
  const { commit, told, paid, missing, keepsRepeats, open } = state;
  const study = `${testBase}/api/v1/articles/${paid}-study`;
  const survey = `${testBase}/api/v1/articles/${paid}-survey`;
  const wallet = privateKeyToAccount(told.privateKey);
  let send: typeof fetch;
  let store: Store;
  let close: () => Promise<void>;

  beforeEach(async ({ skip }) => {
    if (missing) return skip(`${missing} is not installed`);
    const now = told.at + 60_000;
    // Wallets sign what is good at this moment.
    vi.useFakeTimers({ toFake: ['Date'], now });
    ({ store, close } = await open(commit, () => now));
    const { app, denyList } = await createTestApp(formerLibrary(paid), { now: () => now, store });
    await denyList.refresh();
    send = (input, init) => app.fetch(new Request(input, init), { clientAddress: '192.0.2.1' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await close?.();
  });

  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const read = async (response: Response) => ({ status: response.status, text: await response.text() });
  const bought = { status: 200, text: expect.stringContaining(paidSentence) };
  const revoke = (token: string) =>
    send(`${testBase}/agent/auth/revoke`, { method: 'POST', body: new URLSearchParams({ token }) });
  const post = async (path: string, key: string) =>
    (await send(testBase + path, { method: 'POST', headers: { 'idempotency-key': key } })).json();

  it(`${keepsRepeats ? 'answers' : 'does not answer'} a repeat with what was told`, async () => {
    const again = await post('/api/v1/agent/subscribe', 'a subscription of this agent');
    expect(again.api_key === told.key).toBe(keepsRepeats);
    const checkout = await post('/checkout_sessions', 'a checkout of this agent');
    expect(checkout.id === told.session).toBe(keepsRepeats);
  });

  it('takes the keys that were given, until they are revoked, and none that was revoked', async () => {
    expect(await read(await send(study, bearer(told.key)))).toEqual(bought);
    expect((await send(study, bearer(told.revoked))).status).toBe(401);
    expect((await revoke(told.key)).status).toBe(200);
    expect((await send(study, bearer(told.key))).status).toBe(401);
  });

  it('opens what a wallet bought when it signs in, and nothing else', async () => {
    expect(await read(await wrapFetchWithSIWx(send, wallet)(study))).toEqual(bought);
    expect((await wrapFetchWithSIWx(send, wallet)(survey)).status).toBe(402);
    const stranger = privateKeyToAccount(generatePrivateKey());
    expect((await wrapFetchWithSIWx(send, stranger)(study)).status).toBe(402);
  });

  it('takes no payment twice, and a new one', async () => {
    const repeat = await send(study, { headers: { 'payment-signature': told.payment } });
    expect(repeat.status).toBe(402);
    const pay = wrapFetchWithPayment(send, registerExactEvmScheme(new x402Client(), { signer: wallet }));
    expect(await read(await pay(survey))).toEqual(bought);
    expect(await read(await wrapFetchWithSIWx(send, wallet)(survey))).toEqual(bought);
  });

  it('knows the clients that registered, and the checkouts that were opened', async () => {
    const query = new URLSearchParams({
      client_id: told.client,
      redirect_uri: 'http://127.0.0.1/callback',
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'articles:read',
    });
    const consent = await read(await send(`${testBase}/agent/auth/authorize?${query}`));
    expect(consent).toEqual({ status: 200, text: expect.stringContaining('An agent') });
    const headers = { 'api-version': '2026-04-17' };
    expect((await send(`${testBase}/checkout_sessions/${told.session}`, { headers })).status).toBe(200);
  });
});
