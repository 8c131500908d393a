import { beforeEach, expect, it } from 'vitest';
import type { Ledger } from '../../src/core/ledger/ledger.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { fromWebRequest } from '../../src/serve/http-request.ts';
import { createRecorder } from '../../src/serve/recorder.ts';
import { createRoutes } from '../../src/serve/routes.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

let counted: string[] = [];
const ledger: Ledger = {
  count: (id, counter) => counted.push(`${id} ${counter}`),
  ask: ({ text, caller, confidence }) => counted.push(`asked ${text} (${confidence}) by ${caller}`),
  flush: async () => undefined,
};
const { app, services } = await createTestApp(makeLibrary(testBase), { now: Date.now, ledger });

beforeEach(() => {
  counted = [];
});

async function send(path: string, init: RequestInit = {}) {
  const request = fromWebRequest(new Request(testBase + path, init), { requestId: 'one', clientAddress: '192.0.2.1' });
  return app.serve(request);
}

function callTool(path: string, name: string, args: object) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const free = '/api/v1/articles/field-notes';
const paid = '/api/v1/articles/paid-study';

it('counts each reading of an article, cached or not, by its ID', async () => {
  await send(free);
  await send(free);
  await send(`${free}?section=beginning`);
  await send(free, { headers: { 'sec-fetch-dest': 'empty' } });
  expect(counted).toEqual([
    'id-field-notes read:api:whole:agent',
    'id-field-notes read:api:whole:agent',
    'id-field-notes section:beginning',
    'id-field-notes read:api:section:agent',
    'id-field-notes read:api:whole:person',
  ]);
});

it('counts a 402 by the price that it names, and one sale for a payment that opens the article', async () => {
  await send(paid);
  const value = { ...(await signPayment(createWallet(), 2)), resource: { url: testBase + paid } };
  const headers = { 'payment-signature': encodeHeader(value) };
  await send(paid, { headers });
  await send(paid, { headers });
  expect(counted).toEqual([
    'id-paid-study unpaid:0.05',
    'id-paid-study sale:0.05',
    'id-paid-study read:api:whole:agent',
    'id-paid-study unpaid:0.05',
  ]);
});

it('counts what MCP servers read, refuse and are asked', async () => {
  await callTool('/mcp', 'get_article', { slug: 'field-notes' });
  await callTool('/mcp', 'get_article', { slug: 'paid-study' });
  await callTool('/mcp', 'get_article', { slug: 'no-such-article' });
  await callTool('/mcp/connector', 'fetch', { id: 'field-notes' });
  for (const _ of [1, 2]) await callTool('/mcp', 'search_articles', { query: 'rate limits' });
  expect(counted).toEqual([
    'id-field-notes read:mcp:whole:agent',
    'id-paid-study unpaid:0.05',
    'id-field-notes read:mcp:whole:agent',
    expect.stringMatching(/^asked rate limits \((sure|likely)\) by 192.0.2.1$/),
    expect.stringMatching(/^asked rate limits \((sure|likely)\) by 192.0.2.1$/),
  ]);
});

it('counts questions with the confidence of their answers, and quotes that were found', async () => {
  for (const _ of [1, 2]) await send('/ask?query=rate+limits');
  await send('/ask?query=zebra+soup&streaming=false');
  const quotes = [
    { quote: 'Rate limits tell machines when to come back.' },
    { quote: 'This is in none of the texts.' },
  ];
  const headers = { 'content-type': 'application/json' };
  await send('/api/v1/verify', { method: 'POST', headers, body: JSON.stringify({ quotes }) });
  expect(counted).toEqual([
    expect.stringMatching(/^asked rate limits \((sure|likely)\)/),
    expect.stringMatching(/^asked rate limits \((sure|likely)\)/),
    expect.stringMatching(/^asked zebra soup \(none\)/),
    'id-field-notes quote:exact',
  ]);
});

it.each(['dnt', 'sec-gpc'])('counts nothing of a client that sends %s', async (name) => {
  const headers = { [name]: '1' };
  await send(free, { headers });
  await send(paid, { headers });
  await send('/ask?query=rate+limits', { headers });
  expect(counted).toEqual([]);
});

it('counts neither errors nor lists nor the sandbox nor requests without a body', async () => {
  await send('/api/v1/articles');
  await send('/api/v1/articles/no-such-article');
  await send('/api/v1/articles/not-yet');
  await send(`/api/sandbox${free.replace('/api', '')}`);
  await send('/api/sandbox/v1/articles/paid-study');
  await send(free, { method: 'HEAD' });
  await send(free, { method: 'OPTIONS' });
  expect(counted).toEqual([]);
});

it.each([
  ['/articles/field-notes', { 'sec-fetch-dest': 'document' }, 'id-field-notes read:page:whole:person'],
  ['/articles/field-notes.md', {}, 'id-field-notes read:page:whole:agent'],
  ['/articles/paid-study', { 'sec-fetch-dest': 'document' }, 'id-paid-study read:page:preview:person'],
  ['/articles/field-notes', { 'sec-fetch-dest': 'empty' }, undefined],
  ['/articles/field-notes', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }, undefined],
  ['/articles/field-notes.bib', {}, undefined],
  ['/feed.json', {}, '* read:feed:whole:agent'],
])('counts of %s with %o: %s', (path, headers, expected) => {
  const { observe } = createRecorder({ ...services, ledger });
  const route = createRoutes(() => true)('GET', path);
  const request = fromWebRequest(new Request(testBase + path, { headers }), { requestId: 'r', clientAddress: '' });
  const response = { status: 200, headers: ['cache-control', 'public, max-age=300'], body: undefined };
  observe(request, route, { ...response, operation: 'none', callerId: undefined, isSandbox: false });
  expect(counted).toEqual(expected ? [expected] : []);
});

it('counts an agent that signs its requests by its name, in the ledger, the log and the limits', async () => {
  const { app } = await createTestApp(makeLibrary(testBase), {
    ledger,
    limits: { api: 3 },
    nameAgent: async () => 'crawler.example',
  });
  const read = (headers: Record<string, string>, clientAddress: string) =>
    app.serve(fromWebRequest(new Request(testBase + free, { headers }), { requestId: 'one', clientAddress }));
  const statuses: number[] = [];
  for (const part of [1, 2, 3, 4]) {
    const { status, callerId } = await read({ 'signature-input': 'sig1=()' }, `192.0.2.${part}`);
    expect(callerId).toBe('agent:crawler.example');
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await read({}, '192.0.2.1')).toMatchObject({ status: 200, callerId: undefined });
  await Promise.resolve();
  expect(counted.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'id-field-notes agent:crawler.example'),
    'id-field-notes read:api:whole:agent',
    ...Array.from({ length: 3 }, () => 'id-field-notes read:api:whole:named'),
  ]);
});
