import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { answerCall, answerPrepared } from '../../src/server/answers/prepared-door.ts';
import type { Answered } from '../../src/server/api/app.ts';
import { readConfig } from '../../src/server/process/config.ts';
import { createLog } from '../../src/server/process/log.ts';
import { openSite, type Site } from '../../src/server/process/site.ts';
import { readLibraries } from '../../src/server/release/build-files.ts';

const base = inject('baseUrl');
const limit = 40;
const { articles } = (await readLibraries(join('.test-build', 'build'), base)).open;
const waiting = articles.filter(({ releaseAt }) => releaseAt !== null);
const lastRelease = Math.max(Date.UTC(2026, 10, 20), ...waiting.map(({ releaseAt }) => releaseAt ?? 0));

let now = lastRelease;
let site: Site;
let folder: string;
let servers: Server[];
let visits = 0;
const doors = { prepared: '', plain: '' };
const keys = { prepared: '', plain: '' };
const told: Answered[] = [];

/** Both doors of one service, each behind a socket of its own; the caller says what address counts as its own. */
beforeAll(async () => {
  vi.stubEnv('BUILD_DIR', join('.test-build', 'build'));
  folder = await mkdtemp(join(tmpdir(), 'quire-parity-'));
  const config = readConfig({ BASE_URL: base, DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: String(limit) });
  site = await openSite({ config, log: createLog('silent'), now: () => now });
  const arrive = ({ headers }: IncomingMessage) => ({
    clientAddress: String(headers['x-client']),
    requestId: 'one',
    onAnswer: (answered: Answered) => told.push(answered),
  });
  const prepared = await listen((message, response) => {
    const answer = site.app.findPrepared(message);
    const call = { message, response, arrival: arrive(message), base };
    return answer ? answerPrepared(site.app, answer, call) : answerCall(site.app, call);
  });
  const plain = await listen((message, response) =>
    answerCall(site.app, { message, response, arrival: arrive(message), base }),
  );
  servers = [prepared.server, plain.server];
  doors.prepared = prepared.address;
  doors.plain = plain.address;
  const { keyring } = site.services;
  const grant = { scopes: ['articles:read' as const], issuedAt: now };
  keys.prepared = keyring.mint({ ...grant, id: '0'.repeat(20) });
  keys.plain = keyring.mint({ ...grant, id: '1'.repeat(20) });
});

afterAll(async () => {
  for (const server of servers) server.close();
  await site.close();
  await rm(folder, { recursive: true });
  vi.unstubAllEnvs();
});

async function listen(answer: (message: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer({ joinDuplicateHeaders: true }, (message, response) => void answer(message, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('No port was given.');
  return { server, address: `http://127.0.0.1:${address.port}` };
}

interface Asked {
  method?: string;
  headers?: Record<string, string | string[]>;
}

/** Bytes and headers as they came, but for Date and the nonce of a 402. */
async function ask(door: keyof typeof doors, path: string, { method = 'GET', headers = {} }: Asked) {
  const sent = request(doors[door] + path, { method, headers: { 'x-client': `${door} ${visits}`, ...headers } }).end();
  const [message]: IncomingMessage[] = await once(sent, 'response');
  if (!message) throw new Error('No answer came.');
  const received = { ...message.headers };
  delete received.date;
  if (received['payment-required']) received['payment-required'] = 'with a nonce';
  return { status: message.statusCode, headers: received, body: (await buffer(message)).toString('latin1') };
}

/** Asks both doors as two callers who have asked equally often. */
async function askBoth(path: string, asked: Asked = {}) {
  visits += 1;
  told.length = 0;
  const withKey = (door: keyof typeof doors): Asked => JSON.parse(JSON.stringify(asked).replaceAll('KEY', keys[door]));
  const prepared = await ask('prepared', path, withKey('prepared'));
  const plain = await ask('plain', path, withKey('plain'));
  return { prepared, plain };
}

const isReady = (path: string) => site.app.findPrepared({ method: 'GET', url: path, headers: {} }) !== undefined;

const roots = ['/api/v1', '/api/sandbox/v1'];
const free = articles.filter(({ tier }) => tier === 'free').map(({ slug }) => slug);
const paid = articles.filter(({ tier }) => tier === 'paid').map(({ slug }) => slug);
const lists = ['', '?page=1', '?page=2', '?per_page=4', '?per_page=4&page=2', '?page=9999', '?per_page=100'];
const hot = roots.flatMap((root) => [
  `${root}/pricing`,
  ...lists.map((query) => `${root}/articles${query}`),
  ...free.map((slug) => `${root}/articles/${slug}`),
]);
const cold = [
  ...paid.map((slug) => `/api/v1/articles/${slug}`),
  '/api/v1/articles?page=0',
  '/api/v1/articles?page=2&utm_source=x',
  '/api/v1/articles?page=2&page=3',
  '/api/v1/articles?per_page=1000',
  `/api/v1/articles/${free[0]}?x=1`,
  `/api/v1/articles/%${free[0]?.charCodeAt(0).toString(16)}${free[0]?.slice(1)}`,
  '/api/v1/articles/no-such-article',
  '/api/v1/pricing/',
  '/api/v1/nothing',
];

const variants: [string, Asked][] = [
  ['GET', {}],
  ['HEAD', { method: 'HEAD' }],
  ['POST', { method: 'POST' }],
  ['OPTIONS', { method: 'OPTIONS' }],
  ['br', { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
  ['gzip', { headers: { 'accept-encoding': 'gzip;q=0.5, br;q=0' } }],
  ['HEAD gzip', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }],
  ['any tag', { headers: { 'if-none-match': '*' } }],
  ['another tag', { headers: { 'if-none-match': 'W/"x", "y"' } }],
  ['html', { headers: { accept: 'text/html' } }],
  ['json second', { headers: { accept: 'text/html, application/json;q=0.5' } }],
  ['nothing', { headers: { accept: 'application/json;q=0' } }],
  ['two Accepts', { headers: { accept: ['text/html', 'application/*'] } }],
  ['a key', { headers: { authorization: 'Bearer KEY' } }],
  ['no key', { headers: { authorization: 'Bearer quire_demo_nonsense' } }],
  ['no token', { headers: { authorization: 'Bearer a.b.c' } }],
  ['Basic', { headers: { authorization: 'Basic eDp5' } }],
  ['two keys', { headers: { authorization: ['Bearer KEY', 'Bearer KEY'] } }],
  ['a payment that is none', { headers: { 'payment-signature': 'e30=' } }],
];

describe.each(hot)('%s', (path) => {
  it('is answered alike by both doors', async () => {
    const first = await askBoth(path, { headers: { 'accept-encoding': 'br' } });
    expect(first.prepared).toEqual(first.plain);
    expect(isReady(path)).toBe(true);
    for (const [name, asked] of variants) {
      const { prepared, plain } = await askBoth(path, asked);
      expect(prepared, name).toEqual(plain);
      const [seen, seenPlain] = told;
      expect({ ...seen, callerId: seen?.callerId && '1'.repeat(20) }, name).toEqual(seenPlain);
      now += asked.headers?.authorization ? 60_000 : 0; // keys are counted for longer than addresses, which change
    }
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      const { etag = '' } = (await askBoth(path, { headers })).plain.headers;
      const { prepared, plain } = await askBoth(path, { headers: { ...headers, 'if-none-match': `"x", W/${etag}` } });
      expect(prepared).toEqual(plain);
      expect([prepared.status, prepared.body]).toEqual([304, '']);
    }
  });
});

it.each(cold)('%s is never prepared and answered alike', async (path) => {
  for (const [name, asked] of variants) {
    const { prepared, plain } = await askBoth(path, asked);
    expect(prepared, name).toEqual(plain);
    expect(isReady(path), name).toBe(false);
    now += 60_000;
  }
});

it('counts a caller over both doors together, and refuses at both', async () => {
  now += 60_000;
  const path = `/api/v1/articles/${free[0]}`;
  const remaining = async (door: keyof typeof doors, headers: Record<string, string>) =>
    (await ask(door, path, { headers })).headers['x-ratelimit-remaining'];
  const address = { 'x-client': '192.0.2.1' };
  const key = { authorization: `Bearer ${keys.plain}` };
  for (const headers of [address, key]) {
    for (let count = 1; count < limit; count += 2) {
      expect(await remaining('prepared', headers)).toBe(String(limit - count));
      expect(await remaining('plain', headers)).toBe(String(limit - count - 1));
    }
    for (const asked of [{ headers }, { headers, method: 'HEAD' }, { headers: { ...headers, accept: 'text/html' } }]) {
      const refused = await ask('prepared', path, asked);
      expect(refused.status).toBe(429);
      expect(refused).toEqual(await ask('plain', path, asked));
    }
  }
});

it('forgets what it prepared when an article is released, and shows none before', async () => {
  expect(waiting.length).toBeGreaterThan(0);
  for (const { slug, releaseAt } of waiting) {
    const paths = ['/api/v1/articles?per_page=100', `/api/v1/articles/${slug}`];
    for (const at of [(releaseAt ?? 0) - 1, releaseAt ?? 0, (releaseAt ?? 0) - 1]) {
      now = at;
      for (const path of paths) {
        await askBoth(path);
        const { prepared, plain } = await askBoth(path);
        expect(prepared).toEqual(plain);
        if (path === paths[1] && at < (releaseAt ?? 0)) expect(prepared.status).toBe(404);
      }
    }
  }
});
