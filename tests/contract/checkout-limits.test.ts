import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/process/config.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

/** As shipped: nothing about limits is set. */
const { RATE_LIMIT_PER_MINUTE: api, SUBSCRIBE_LIMIT_PER_MINUTE: limit } = readConfig({});

let world: Awaited<ReturnType<typeof createTestApp>>;
let at: number;
beforeEach(async () => {
  at = Date.UTC(2026, 10, 20);
  world = await createTestApp(makeLibrary(testBase), { limits: { api, subscribe: limit }, now: () => at });
});

const strict = { 'api-version': '2026-04-17' };
const createBody = { line_items: [{ id: 'paid' }], currency: 'usd', capabilities: {} };
const instrument = { type: 'store_credit', credential: { type: 'demo', token: 'anything' } };
const completeBody = { payment_data: { handler_id: 'demo', instrument } };

async function post(path: string, about: { key?: string; headers?: Record<string, string>; body?: unknown } = {}) {
  const { key, body = createBody } = about;
  const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }), ...about.headers };
  const request = new Request(testBase + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await world.app.fetch(request, { clientAddress: '192.0.2.1' });
  const text = await answer.text();
  return {
    status: answer.status,
    isReplay: answer.headers.has('idempotent-replayed'),
    remaining: answer.headers.get('x-ratelimit-remaining'),
    policy: answer.headers.get('ratelimit-policy'),
    retryAfter: answer.headers.get('retry-after'),
    body: JSON.parse(text),
  };
}

const open = (key?: string, headers?: Record<string, string>) =>
  post('/checkout_sessions', { ...(key && { key }), ...(headers && { headers }) });

describe.each([
  ['plain', {}],
  ['strict', strict],
])('checkout in the %s form under the limits as shipped', (form, headers) => {
  const success = form === 'strict' ? 201 : 200;

  it('is counted by address with subscriptions, to the tenth in a minute', async () => {
    for (let count = 1; count <= limit; count += 1) {
      const { status, remaining, policy } = await open(`k${count}`, headers);
      expect([status, remaining, policy]).toEqual([success, `${limit - count}`, `"subscribe";q=${limit};w=60`]);
    }
    const over = await open('one more', headers);
    expect([over.status, over.remaining, over.retryAfter]).toEqual([429, '0', '60']);
    expect(over.policy).toBe(`"subscribe";q=${limit};w=60`);
    expect(form === 'strict' ? over.body.code : over.body.error.code).toBe('rate_limited');
    expect((await post('/api/v1/agent/subscribe', { body: {} })).status).toBe(429);
  });

  it('costs a repeat nothing, however often it comes and even when the limit is used up', async () => {
    const { id } = (await open('mine', headers)).body;
    const path = `/checkout_sessions/${id}/complete`;
    const complete = () => post(path, { key: 'mine too', headers, body: completeBody });
    const sold = JSON.stringify((await complete()).body);
    expect(sold).toContain('quire_demo_');
    for (let times = 0; times < 3 * limit; times += 1) {
      const again = await open('mine', headers);
      expect([again.status, again.isReplay, again.body.id]).toEqual([success, true, id]);
      expect(again.policy).toBe(`"api";q=${api};w=60`);
      expect(JSON.stringify((await complete()).body)).toBe(sold);
    }
    for (let count = 3; count <= limit; count += 1) expect((await open(`k${count}`, headers)).status).toBe(success);
    expect((await open('one more', headers)).status).toBe(429);
    expect((await open('mine', headers)).body.id).toBe(id);
    expect(JSON.stringify((await complete()).body)).toBe(sold);
  });

  it('makes and counts one of forty at once with one key, and none is refused for the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => open('at-once', headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([success, 409]));
    expect(answers.filter(({ status, isReplay }) => status === success && !isReplay)).toHaveLength(1);
    expect((await open('another', headers)).remaining).toBe(`${limit - 2}`);
  });

  it('leaves a key free that was refused for the limit', async () => {
    for (let count = 0; count < limit; count += 1) await open(`k${count}`, headers);
    expect((await open('later', headers)).status).toBe(429);
    at += 60_000;
    expect(await open('later', headers)).toMatchObject({ status: success, isReplay: false, remaining: `${limit - 1}` });
  });
});

describe('checkout without an Idempotency-Key', () => {
  it('is counted each time', async () => {
    for (let count = 0; count < limit; count += 1) expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(429);
  });
});
