import { describe, expect, it } from 'vitest';
import { createDenyList } from '../../src/core/access/deny-list.ts';
import { revokeSubscription } from '../../src/core/subscriptions/subscriptions.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { dieAfter } from '../support/dying-store.ts';
import { completeBody, createBody, findAcpFaults, openDesk } from './acp-desk.ts';

const { call, send, services } = openDesk();

async function create() {
  const { body } = await call('POST', '/checkout_sessions', createBody);
  return String(body.id);
}

describe('idempotency of strict ACP', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  it('demands a key on every POST', async () => {
    const response = await openDesk().send('POST', '/checkout_sessions', {
      headers: { 'api-version': '2026-04-17' },
      body: JSON.stringify(createBody),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'idempotency_key_required' });
  });

  it('replays the same answer for JSON that means the same', async () => {
    const headers = key();
    const first = await call(
      'POST',
      '/checkout_sessions',
      '{"line_items":[{"id":"paid","n":1}],"currency":"usd","capabilities":{}}',
      headers,
    );
    const second = await call(
      'POST',
      '/checkout_sessions',
      '{ "capabilities": {}, "currency": "usd", "line_items": [{"n": 1.0, "id": "paid"}] }',
      headers,
    );
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('replays a completion with the same key of the same subscription', async () => {
    const path = `/checkout_sessions/${await create()}/complete`;
    const headers = key();
    const first = await call('POST', path, completeBody, headers);
    const second = await call('POST', path, completeBody, headers);
    expect(second.body).toEqual(first.body);
    expect(second.body.order.fulfillments[0].digital_delivery.license_key).toMatch(/^quire_demo_/);
  });

  it.each([
    ['2026-04-17', undefined],
    [undefined, undefined],
    ['2026-04-17', 'Bearer api_key_123'],
    [undefined, 'Basic YTpi'],
  ])(
    'gives a caller without a valid credential what was made from its address (%s, %s)',
    async (version, authorization) => {
      const headers = {
        'idempotency-key': `retry ${authorization}`,
        ...(version && { 'api-version': version }),
        ...(authorization && { authorization }),
      };
      const post = async (path: string, body: unknown, clientAddress: string) => {
        const answer = await send('POST', path, { headers, body: JSON.stringify(body), clientAddress });
        return { replayed: answer.headers.get('idempotent-replayed'), body: await answer.json() };
      };
      const first = await post('/checkout_sessions', createBody, '192.0.2.1');
      const again = await post('/checkout_sessions', createBody, '192.0.2.1');
      expect([again.replayed, again.body.id]).toEqual(['true', first.body.id]);
      const stranger = await post('/checkout_sessions', createBody, '198.51.100.9');
      expect([stranger.replayed, stranger.body.id === first.body.id]).toEqual([null, false]);

      const path = `/checkout_sessions/${first.body.id}/complete`;
      expect(JSON.stringify((await post(path, completeBody, '192.0.2.1')).body)).toContain('quire_demo_');
      expect(JSON.stringify((await post(path, completeBody, '198.51.100.9')).body)).not.toContain('quire_demo_');
    },
  );

  it('gives a caller with a valid key what was made with it, from any address', async () => {
    const grant = { id: 'ab'.repeat(10), scopes: ['articles:read'] as const, issuedAt: Date.now() };
    const headers = { ...key(), authorization: `Bearer ${services.keyring.mint(grant)}` };
    const post = async (clientAddress: string) =>
      (await send('POST', '/checkout_sessions', { headers, body: '{}', clientAddress })).json();
    expect(await post('192.0.2.1')).toEqual(await post('198.51.100.9'));
  });

  it('tells no key again whose subscription was revoked', async () => {
    const path = `/checkout_sessions/${await create()}/complete`;
    const headers = key();
    const { body } = await call('POST', path, completeBody, headers);
    const { license_key: sold } = body.order.fulfillments[0].digital_delivery;
    const { id } = services.keyring.verify(sold) ?? { id: 'none' };
    await revokeSubscription({ ...services, denyList: createDenyList(services.store) }, id);
    const replayed = await call('POST', path, completeBody, headers);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(JSON.stringify(replayed.body)).not.toContain(sold);
  });

  it('refuses another body, null for absent included', async () => {
    const headers = key();
    await call('POST', '/checkout_sessions', createBody, headers);
    for (const changed of [
      { ...createBody, line_items: [{ id: 'paid' }] },
      { ...createBody, locale: null },
    ]) {
      const refused = await call('POST', '/checkout_sessions', changed, headers);
      expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_conflict']);
      expect(findAcpFaults('Error', refused.body)).toBeNull();
    }
  });

  it('counts a key for one identity and one address', async () => {
    const headers = key();
    const one = await call('POST', '/checkout_sessions', createBody, headers);
    const other = await call('POST', '/checkout_sessions', createBody, { ...headers, authorization: 'Bearer other' });
    expect(other.body.id).not.toBe(one.body.id);
    const [first, second] = [`/checkout_sessions/${one.body.id}`, `/checkout_sessions/${other.body.id}`];
    expect((await call('POST', first, {}, headers)).body.id).toBe(one.body.id);
    expect((await call('POST', second, {}, headers)).body.id).toBe(other.body.id);
  });

  it('makes one session of twenty at once; who comes too early is told when to come back', async () => {
    const headers = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/checkout_sessions', createBody, headers)),
    );
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    for (const { status, body, headers: sent } of answers.filter(({ status }) => status !== 201)) {
      expect([status, body.code]).toEqual([409, 'idempotency_in_flight']);
      expect(Number(sent.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('does not keep a refusal: the corrected request may use the key', async () => {
    const headers = key();
    expect((await call('POST', '/checkout_sessions', { ...createBody, currency: 'eur' }, headers)).status).toBe(400);
    expect((await call('POST', '/checkout_sessions', createBody, headers)).status).toBe(201);
  });

  it.each([
    ['complete', completeBody, 'completed', 3],
    ['cancel', {}, 'canceled', 2],
  ])('finishes with the same key what a killed process began (%s)', async (step, body, status, writes) => {
    for (let written = 1; written <= writes; written += 1) {
      let at = Date.now();
      const now = () => at;
      const store = createMemoryStore(now);
      const opened = await openDesk({ store, now }).call('POST', '/checkout_sessions', createBody);
      const path = `/checkout_sessions/${opened.body.id}/${step}`;
      const headers = key();
      void openDesk({ store: dieAfter(store, written), now }).call('POST', path, body, headers);
      await new Promise((resolve) => setTimeout(resolve, 50));
      at += 11_000;
      const again = await openDesk({ store, now }).call('POST', path, body, headers);
      expect([again.status, again.body.status], `${written} writes`).toEqual([200, status]);
      if (step === 'complete')
        expect(again.body.order.fulfillments[0].digital_delivery.license_key).toMatch(/^quire_demo_/);
      const other = await openDesk({ store, now }).call('POST', path, body, key());
      expect(other.status).toBe(405);
    }
  });
});
