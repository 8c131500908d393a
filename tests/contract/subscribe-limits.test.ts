import { beforeEach, describe, expect, it } from 'vitest';
import { SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { readConfig } from '../../src/server/process/config.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

/** As shipped: nothing about limits is set. */
const { RATE_LIMIT_PER_MINUTE: api, SUBSCRIBE_LIMIT_PER_MINUTE: limit } = readConfig({});

let world: Awaited<ReturnType<typeof createTestApp>>;
beforeEach(async () => {
  world = await createTestApp(makeLibrary(testBase), { limits: { api, subscribe: limit } });
});

function post(about: { key?: string; address?: string; body?: string; path?: string } = {}) {
  const { key, address = '192.0.2.1', body, path = '/api/v1/agent/subscribe' } = about;
  const headers = { ...(key && { 'idempotency-key': key }), ...(body && { 'content-type': 'application/json' }) };
  const request = new Request(testBase + path, { method: 'POST', headers, body: body ?? null });
  return world.app.fetch(request, { clientAddress: address });
}

const readKey = async (response: Response) => SubscribeResponse.parse(await response.json()).api_key;
const readCode = async (response: Response) => ErrorBody.parse(await response.json()).error.code;

describe('subscribing under the limits as shipped', () => {
  it('is counted by address, to the tenth in a minute', async () => {
    for (let count = 1; count <= limit; count += 1) {
      const response = await post();
      expect(response.status).toBe(200);
      expect(response.headers.get('x-ratelimit-limit')).toBe(`${limit}`);
      expect(response.headers.get('x-ratelimit-remaining')).toBe(`${limit - count}`);
      expect(response.headers.get('ratelimit-policy')).toBe(`"subscribe";q=${limit};w=60`);
    }
    const over = await post();
    expect(over.status).toBe(429);
    expect(over.headers.get('retry-after')).toBe('60');
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(over.headers.get('ratelimit-policy')).toBe(`"subscribe";q=${limit};w=60`);
    expect(await readCode(over)).toBe('rate_limited');
    expect((await post({ address: '192.0.2.2' })).status).toBe(200);
    expect((await post({ path: '/api/sandbox/v1/agent/subscribe' })).status).toBe(429);
  });

  it('costs a repeat nothing, however often it comes and even when the limit is used up', async () => {
    const first = await readKey(await post({ key: 'mine' }));
    for (let times = 0; times < 3 * limit; times += 1) {
      const again = await post({ key: 'mine' });
      expect(again.status).toBe(200);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await readKey(again)).toBe(first);
    }
    for (let count = 2; count <= limit; count += 1) expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
    expect(await readKey(await post({ key: 'mine' }))).toBe(first);
    expect((await post({ key: 'mine', body: '{"plan":"other"}' })).status).toBe(422);
  });

  it.each(['/api/v1', '/api/sandbox/v1'])(
    'makes and counts one of forty at once with one key, and tells the others to come back: %s',
    async (root) => {
      const about = { key: 'at-once', path: `${root}/agent/subscribe` };
      const answers = await Promise.all(Array.from({ length: 40 }, () => post(about)));
      const first = answers.filter(({ status, headers }) => status === 200 && !headers.has('idempotent-replayed'));
      expect(first).toHaveLength(1);
      const early = answers.filter(({ status }) => status === 409);
      expect(early.length).toBeGreaterThan(0);
      for (const answer of early) {
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(await readCode(answer)).toBe('idempotency_in_flight');
      }
      const keys = await Promise.all(answers.filter(({ status }) => status === 200).map(readKey));
      for (const again of await Promise.all(Array.from({ length: 40 }, () => post(about)))) {
        expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
        keys.push(await readKey(again));
      }
      expect(new Set(keys).size).toBe(1);
      expect((await post()).headers.get('x-ratelimit-remaining')).toBe(`${limit - 2}`);
    },
  );

  it('counts what is refused, and every repeat, by the limit of the API, beside other calls', async () => {
    await world.app.fetch(new Request(`${testBase}/api/v1/pricing`), { clientAddress: '192.0.2.1' });
    const broken = await post({ body: '{' });
    expect(broken.status).toBe(400);
    expect(broken.headers.get('ratelimit-policy')).toBe(`"api";q=${api};w=60`);
    await post({ key: 'mine' });
    expect((await post({ key: 'mine' })).headers.get('x-ratelimit-remaining')).toBe(`${api - 3}`);
  });

  it('gives a stranger who sends the Idempotency-Key of another a subscription of its own', async () => {
    const key = crypto.randomUUID();
    const mine = await readKey(await post({ key }));
    const theirs = await post({ key, address: '192.0.2.9' });
    expect(theirs.headers.has('idempotent-replayed')).toBe(false);
    expect(await readKey(theirs)).not.toBe(mine);
  });

  it('answers the repeat of a revoked subscription 409, and nothing opens with the dead key', async () => {
    const apiKey = await readKey(await post({ key: 'mine' }));
    const id = world.services.keyring.verify(apiKey)?.id ?? '';
    await world.denyList.revoke(id);
    const again = await post({ key: 'mine' });
    expect(again.status).toBe(409);
    const text = await again.text();
    expect(text).not.toContain(apiKey);
    expect(JSON.parse(text).error.code).toBe('subscription_revoked');
  });
});
