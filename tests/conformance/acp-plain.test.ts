import { describe, expect, it } from 'vitest';
import { CheckoutSession } from '../../src/contract/schemas-acp.ts';
import { findAcpFaults, openDesk } from './acp-desk.ts';

const { send, services } = openDesk();

async function post(path: string, init: { headers?: Record<string, string>; body?: string } = {}) {
  const response = await send('POST', path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('the checkout of the specification', () => {
  it('starts from a bare POST without body or Content-Type', async () => {
    const { status, body, headers } = await post('/checkout_sessions');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(CheckoutSession.parse(body)).toMatchObject({ status: 'ready_for_payment' });
    expect(body.url).toBe(services.urls.at(`/checkout_sessions/${body.id}`));
    const { url: _, ...acp } = body;
    expect(findAcpFaults('CheckoutSession', acp)).toBeNull();
  });

  it.each([
    ['{"items":[{"id":"item_123","quantity":1}]}', 'subscriber'],
    ['{"plan":"paid","unknown":{"deep":[1]}}', 'paid'],
    ['{"plan":7,"items":"none","line_items":[{"id":"paid"}]}', 'paid'],
    ['{}', 'subscriber'],
  ])('tolerates the body %s', async (body, tier) => {
    const answer = await post('/checkout_sessions', { body });
    expect(answer.status).toBe(200);
    expect(answer.body.line_items[0].item.id).toBe(tier);
  });

  it('hands out a key when it is completed, to whoever sends that again, and shows it nowhere else', async () => {
    const { body } = await post('/checkout_sessions');
    const completed = await post(`/checkout_sessions/${body.id}/complete`);
    expect(completed.status).toBe(200);
    expect(completed.body).toMatchObject({ status: 'completed', url: body.url });
    const { license_key: key } = completed.body.order.fulfillments[0].digital_delivery;
    expect(services.keyring.verify(key)).toBeDefined();
    const seen = await (await send('GET', `/checkout_sessions/${body.id}`)).json();
    expect(JSON.stringify(seen)).not.toContain(key);
    const again = await post(`/checkout_sessions/${body.id}/complete`);
    expect([again.status, again.body.order]).toEqual([200, completed.body.order]);
  });

  it('keeps no key and no payment data in the store', async () => {
    const desk = openDesk();
    const seen: string[] = [];
    const spied = openDesk({
      store: {
        ...desk.services.store,
        update: (key, decide) =>
          desk.services.store.update(key, (old) => {
            const decision = decide(old);
            if (decision.op === 'put') seen.push(decision.value);
            return decision;
          }),
      },
    });
    const created = await (await spied.send('POST', '/checkout_sessions')).json();
    const response = await spied.send('POST', `/checkout_sessions/${created.id}/complete`, {
      headers: { 'idempotency-key': 'a-key-of-some-length' },
      body: JSON.stringify({ payment_data: { token: 'tok_secret' } }),
    });
    expect(await response.text()).toContain('quire_demo_');
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.join()).not.toMatch(/quire_demo_|tok_secret/);
  });

  it('answers errors in the form of the specification', async () => {
    const refused = await post('/checkout_sessions', { body: '{' });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ code: 'invalid_json', docs_url: expect.any(String) });
    expect((await post('/checkout_sessions/none/cancel')).body.error.code).toBe('not_found');
  });

  it('replays by Idempotency-Key, apart from the strict form', async () => {
    const headers = { 'idempotency-key': '"8e03978e-40d5-43e8-bc93-6894a57f9324"' };
    const first = await post('/checkout_sessions', { headers });
    const second = await post('/checkout_sessions', { headers });
    expect(second.body.id).toBe(first.body.id);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await post('/checkout_sessions', { headers, body: '{"plan":"paid"}' });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });
});
