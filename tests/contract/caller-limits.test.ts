import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { groupAddress } from '../../src/core/limits/rate-limit.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { addressesOf } from '../support/many-networks.ts';
import { testBase } from '../support/services.ts';

let world: Awaited<ReturnType<typeof createTestApp>>;
const open = async (api: number, subscribe = 10) => {
  world = await createTestApp(makeLibrary(testBase), { limits: { api, subscribe } });
};
beforeEach(() => open(100));

interface About {
  address?: string;
  key?: string;
  body?: unknown;
  method?: string;
}

function send(path: string, { address = '192.0.2.1', key, body, method = body ? 'POST' : 'GET' }: About = {}) {
  const headers = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const request = new Request(testBase + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return world.app.fetch(request, { clientAddress: groupAddress(address) });
}

const remainingOf = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'));
const list = (about?: About) => send('/api/v1/articles', about);

async function subscribe(address?: string): Promise<string> {
  const response = await send('/api/v1/agent/subscribe', { method: 'POST', ...(address && { address }) });
  return SubscribeResponse.parse(await response.json()).api_key;
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const search = (id: number, query: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search_articles', arguments: { query } },
});
const pings = Array.from({ length: 20 }, (_, id) => ping(id));
const Batch = z.array(
  z.looseObject({
    id: z.number(),
    error: z.looseObject({ code: z.number(), data: z.looseObject({ retry_after: z.number().optional() }) }).optional(),
  }),
);

describe('a batch', () => {
  it('of twenty messages counts twenty', async () => {
    const response = await send('/mcp', { body: pings });
    expect(response.status).toBe(200);
    expect(remainingOf(response)).toBe(80);
    expect(remainingOf(await list())).toBe(79);
  });

  it('stops at the limit of its caller: each message past it gets the error of the limit and when to come back', async () => {
    await open(5);
    const response = await send('/mcp', { body: pings });
    const said = Batch.parse(await response.json());
    expect(said.map(({ error }) => error?.code)).toEqual([...Array(5).fill(undefined), ...Array(15).fill(429)]);
    expect(said.map(({ id }) => id)).toEqual(pings.map(({ id }) => id));
    expect(said.at(-1)?.error?.data.retry_after).toBe(60);
    expect(remainingOf(response)).toBe(0);
    expect((await list()).status).toBe(429);
  });

  it('counts five for each message that has to be searched', async () => {
    const body = [search(1, 'first words'), search(2, 'other words'), ping(3)];
    expect(remainingOf(await send('/mcp', { body }))).toBe(89);
  });

  it('lets other requests through between its messages', async () => {
    const order: string[] = [];
    const batch = send('/mcp', { body: pings }).then(() => order.push('batch'));
    await new Promise((resolve) => setImmediate(resolve));
    const other = send('/api/v1/pricing', { address: '192.0.2.2' }).then(() => order.push('other'));
    await Promise.all([batch, other]);
    expect(order).toEqual(['other', 'batch']);
  });
});

describe('a question', () => {
  it.each([
    ['/ask', () => send('/ask?query=lanterns')],
    ['/mcp', () => send('/mcp', { body: search(1, 'lanterns') })],
  ])('to %s counts five when it has to be searched and one when it was searched before', async (_, ask) => {
    expect(remainingOf(await ask())).toBe(95);
    expect(remainingOf(await ask())).toBe(94);
  });

  it('that its caller has no room for is refused with when to come back', async () => {
    await open(4);
    const refused = await send('/ask?query=lanterns');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(remainingOf(refused)).toBe(0);
  });
});

describe('all callers from one address together', () => {
  it.each([
    ['an IPv4 address', '192.0.2.1', '192.0.2.1'],
    ['one IPv6 network', '2001:db8::1', '2001:db8:0:0:ffff::9'],
  ])('have four times the limit of one: %s', async (_, first, second) => {
    await open(10, 100);
    let allowed = 0;
    for (let count = 0; count < 10; count += 1) {
      const key = await subscribe(first);
      for (let call = 0; call < 10; call += 1) {
        const { status } = await list({ key, address: call % 2 ? first : second });
        if (status === 200) allowed += 1;
      }
    }
    expect(allowed).toBe(40);
    const bare = await list({ address: first });
    expect([bare.status, remainingOf(bare), bare.headers.get('x-ratelimit-limit')]).toEqual([429, 0, '40']);
    expect((await list({ address: '198.51.100.7' })).status).toBe(200);
  });

  it('share what is left, and each is told the smaller of what it has and what they have', async () => {
    await open(10, 100);
    const keys = await Promise.all([subscribe(), subscribe(), subscribe(), subscribe()]);
    for (const key of keys.slice(0, 3)) for (let call = 0; call < 10; call += 1) await list({ key });
    expect(remainingOf(await list())).toBe(9);
    const fourth = await list({ key: keys[3] ?? '' });
    expect([remainingOf(fourth), fourth.headers.get('x-ratelimit-limit')]).toEqual([8, '40']);
  });
});

describe('the holder of many networks', () => {
  it.each([
    ['256 /64s of a /56', (n: number) => `2001:db8:1:${(n % 256).toString(16)}::1`, 160, '2001:db8:1:100::1'],
    ['65,536 /64s of a /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, 640, '2001:db8:2::1'],
    ['a /24', (n: number) => `192.0.2.${n % 256}`, 640, '198.51.100.1'],
  ])('has no limit for each of them: %s', async (_, addressOf, most, other) => {
    await open(10, 100);
    let allowed = 0;
    for (let call = 0; call < 800; call += 1) {
      if ((await list({ address: addressOf(call * 257) })).status === 200) allowed += 1;
    }
    expect(allowed).toBe(most);
    const refused = await list({ address: addressOf(800 * 257) });
    expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, String(most)]);
    expect((await list({ address: other })).status).toBe(200);
  });

  it('cannot subscribe without end', async () => {
    await open(1_000, 2);
    const statuses: number[] = [];
    for (let call = 0; call < 34; call += 1) {
      const address = `2001:db8:1:${(call * 256).toString(16)}::1`;
      statuses.push((await send('/api/v1/agent/subscribe', { method: 'POST', address })).status);
    }
    expect(statuses).toEqual([...Array(32).fill(200), 429, 429]);
  });
});

describe('what hands out a key or a client', () => {
  it.each([
    ['/api/v1/agent/subscribe', undefined],
    ['/agent/auth', {}],
    ['/agent/auth/claim', {}],
    ['/agent/auth/register', { redirect_uris: ['https://client.test/back'] }],
  ])('%s is limited by address and not by key', async (path, body) => {
    await open(1_000, 5);
    const keys = [await subscribe('198.51.100.1'), await subscribe('198.51.100.2')];
    const about = { method: 'POST', ...(body && { body }) };
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      statuses.push((await send(path, { ...about, key: keys[call % 2] ?? '' })).status);
    }
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses[5]).toBe(429);
  });
});

describe('typing ahead in the search window', () => {
  it('leaves the calls of the API as they were', async () => {
    await world.limits.admit('typing', { headers: new Headers(), clientAddress: '192.0.2.1' });
    expect(remainingOf(await list())).toBe(99);
  });

  it.each(addressesOf)('has one limit for all of $name', async ({ nth, times, other }) => {
    await open(10);
    const type = async (clientAddress: string) =>
      (await world.limits.admit('typing', { headers: new Headers(), clientAddress })).isAllowed;
    let allowed = 0;
    for (let count = 0; count < 300; count += 1) if (await type(nth(count))) allowed += 1;
    expect(allowed).toBe(10 * times);
    expect(await type(other)).toBe(true);
  });
});
