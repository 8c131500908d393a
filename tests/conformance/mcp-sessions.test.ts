import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/core/articles.ts';
import { createReleaseNotices } from '../../src/core/release-notices.ts';
import type { Services } from '../../src/core/services.ts';
import type { PublicArticle } from '../../src/library/library.ts';
import { freePort } from '../support/free-port.ts';
import { makeServices, serveDoor } from './mcp-harness.ts';

interface Replica {
  services: Services;
  url: URL;
  close(): void;
}

/** Two replicas with one store and one secret, each with its own streams. */
let one: Replica;
let other: Replica;

beforeEach(async () => {
  const ports = [await freePort(), await freePort()] as const;
  const services = makeServices(`http://localhost:${ports[0]}`);
  const same = { ...services, notices: createReleaseNotices() };
  one = { services, ...(await serveDoor(services, ports[0])) };
  other = { services: same, ...(await serveDoor(same, ports[1])) };
  for (const replica of [one, other]) replica.services.notices.announce(replica.services);
});

afterEach(() => {
  one.close();
  other.close();
});

const uriOf = (slug: string) => one.services.urls.at(`/articles/${slug}.md`);
const [first, second] = ['field-notes', 'paid-study'] as const;

/** Serves a release in which the title of one article is another. */
function release({ services }: Replica, slug: string): void {
  const change = (article: PublicArticle) =>
    article.slug === slug ? { ...article, title: `${article.title}, ${performance.now()}` } : article;
  const catalogue = createCatalogue({ articles: services.library.articles.map(change), withdrawn: [] }, services.now);
  services.notices.announce({ catalogue, paidContent: services.paidContent });
}

/** A client whose stream is open, unless the server has none for it. */
async function connect(url: URL, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'quire-test', version: '1.0.0' });
  const heard: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push('list'));
  const streams: number[] = [];
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    async fetch(target, init) {
      const response = await fetch(target, init);
      if (init?.method === 'GET') streams.push(response.status);
      return response;
    },
  });
  await client.connect(transport);
  await expect.poll(() => streams).toHaveLength(1);
  return { client, transport, heard, streams, session: transport.sessionId ?? '' };
}

/** The stream of a session as a client sees it. */
async function openStream({ url }: Replica, session: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', 'mcp-session-id': session, ...headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async () => {
    const { value } = (await reader?.read()) ?? {};
    text += value ?? '';
    return value !== undefined;
  };
  return {
    status: response.status,
    /** Whether an event like this comes before the stream ends. */
    async brings(event: object) {
      const line = `data: ${JSON.stringify({ jsonrpc: '2.0', ...event })}\n\n`;
      while (!text.includes(line)) if (!(await read())) return false;
      return true;
    },
    /** Whether it ends without another byte. */
    ends: async () => !(await read()),
  };
}

const listChanged = { method: 'notifications/resources/list_changed' };

async function post({ url }: Replica, method: string, about: { session: string; params?: object; key?: string }) {
  const { session, params = {}, key } = about;
  const headers = {
    'content-type': 'application/json',
    'mcp-session-id': session,
    ...(key && { authorization: `Bearer ${key}` }),
  };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
}

describe.each(['/mcp', '/mcp/connector'])('an older client of the official SDK on %s', (path) => {
  it('hears of the articles it subscribed to and of the list, until it unsubscribes', async () => {
    const { client, heard, streams } = await connect(new URL(path, one.url));
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true, listChanged: true });
    expect(streams).toEqual([200]);
    await client.subscribeResource({ uri: uriOf(second) });
    release(one, first);
    await expect.poll(() => heard).toEqual(['list']);
    release(one, second);
    await expect.poll(() => heard).toEqual(['list', 'list', uriOf(second)]);
    await client.unsubscribeResource({ uri: uriOf(second) });
    release(one, second);
    await expect.poll(() => heard).toEqual(['list', 'list', uriOf(second), 'list']);
    await client.close();
  });
});

describe('a session', () => {
  it('reports on one replica what its client subscribed to on another', async () => {
    const { session, client } = await connect(other.url);
    const stream = await openStream(one, session);
    expect((await post(other, 'resources/subscribe', { session, params: { uri: uriOf(first) } })).status).toBe(200);
    release(one, first);
    expect(await stream.brings(listChanged)).toBe(true);
    const params = { uri: uriOf(first) };
    expect(await stream.brings({ method: 'notifications/resources/updated', params })).toBe(true);
    await client.close();
  });

  it('that was ended has no stream and no subscription, in either replica', async () => {
    const { session, transport } = await connect(one.url);
    expect((await post(one, 'resources/subscribe', { session, params: { uri: uriOf(first) } })).status).toBe(200);
    const stream = await openStream(other, session);
    await transport.terminateSession();
    expect((await post(one, 'ping', { session })).status).toBe(404);
    expect((await openStream(one, session)).status).toBe(404);
    release(other, first);
    expect(await stream.ends()).toBe(true);
    expect((await openStream(other, session)).status).toBe(404);
    expect((await post(other, 'ping', { session })).status).toBe(404);
    await transport.close();
  });

  it('is unknown when it is forged, of another server or of another caller', async () => {
    const { session, client } = await connect(one.url);
    const forged = session.slice(0, -1) + (session.endsWith('0') ? '1' : '0');
    for (const unknown of [forged, 'nonsense', session.toUpperCase()]) {
      const refused = await post(one, 'tools/list', { session: unknown });
      expect([refused.status, await refused.json()]).toMatchObject([404, { error: { code: -32001 } }]);
      expect((await openStream(one, unknown)).status).toBe(404);
    }
    expect((await post(one, 'ping', { session, key: 'whole' })).status).toBe(404);
    expect((await openStream(one, session, { authorization: 'Bearer whole' })).status).toBe(404);
    const elsewhere = { ...one, url: new URL('/mcp/connector', one.url) };
    expect((await openStream(elsewhere, session)).status).toBe(404);
    const mine = await connect(one.url, { authorization: 'Bearer whole' });
    expect((await post(one, 'ping', { session: mine.session })).status).toBe(404);
    expect((await post(one, 'ping', { session: mine.session, key: 'whole' })).status).toBe(200);
    await Promise.all([client.close(), mine.client.close()]);
  });

  it('opens no paid article: that takes the credential, in a session too', async () => {
    const mine = await connect(one.url, { authorization: 'Bearer whole' });
    const call = { name: 'get_article', arguments: { slug: second } };
    expect((await mine.client.callTool(call)).structuredContent).toMatchObject({ access_level: 'subscriber' });
    const stolen = await post(one, 'tools/call', { session: mine.session, params: call });
    expect(stolen.status).toBe(404);
    await mine.client.close();
  });

  it('has one stream: a new one ends the one before', async () => {
    const { session, client } = await connect(other.url);
    const before = await openStream(one, session);
    const next = await openStream(one, session);
    expect(await before.ends()).toBe(true);
    release(one, first);
    expect(await next.brings(listChanged)).toBe(true);
    await client.close();
  });

  it('is needed for a subscription, which is for one of the articles', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri: uriOf(first) } };
    const headers = { 'content-type': 'application/json' };
    const alone = await fetch(one.url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await alone.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('initialize') },
    });
    const { session, client } = await connect(one.url);
    const unknown = await post(one, 'resources/subscribe', { session, params: { uri: uriOf('no-such-article') } });
    expect(await unknown.json()).toMatchObject({ error: { code: -32602 } });
    await client.close();
  });

  it('begins with the result of initialize, and never with an error', async () => {
    const wrong = await post(one, 'initialize', { session: 'nonsense', params: { protocolVersion: 7 } });
    expect([wrong.status, wrong.headers.get('mcp-session-id')]).toEqual([200, null]);
    const right = await post(one, 'initialize', { session: 'nonsense' });
    expect(right.headers.get('mcp-session-id')).toMatch(/^[0-9a-f]{64}$/);
    const docs = { ...one, url: new URL('/mcp/docs', one.url) };
    expect((await post(docs, 'initialize', { session: '' })).headers.has('mcp-session-id')).toBe(false);
  });
});

it('a session is stored without its proof, and only once it subscribes', async () => {
  const { store } = one.services;
  const keys: string[] = [];
  const { update } = store;
  store.update = async <Result>(...args: Parameters<typeof update<Result>>) => {
    keys.push(args[0]);
    return update<Result>(...args);
  };
  const { session, client } = await connect(one.url);
  await client.ping();
  expect(keys).toEqual([]);
  await client.subscribeResource({ uri: uriOf(first) });
  expect(keys).toEqual([`watched:${session.slice(0, 32)}`]);
  await client.close();
});

describe('what has no stream', () => {
  it('gets 405, and the client does without: no session, or too many streams of one address', async () => {
    expect((await fetch(one.url, { headers: { accept: 'text/event-stream' } })).status).toBe(405);
    const clients = [];
    for (let count = 0; count < 16; count += 1) clients.push(await connect(one.url));
    const late = await connect(one.url);
    expect(late.streams).toEqual([405]);
    expect((await late.client.listTools()).tools).toHaveLength(3);
    await Promise.all([late, ...clients].map(({ client }) => client.close()));
  });

  it('a stopping process ends its streams', async () => {
    const { session, client } = await connect(other.url);
    const stream = await openStream(one, session);
    one.services.notices.close();
    expect(await stream.ends()).toBe(true);
    await client.close();
  });
});
