import { describe, expect, it } from 'vitest';
import { createAcpDocument } from '../../src/protocols/acp/acp-discovery.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { completeBody, createBody, findAcpFaults, openDesk } from './acp-desk.ts';

const { call, services } = openDesk();

async function create() {
  const { body } = await call('POST', '/checkout_sessions', createBody);
  return String(body.id);
}

describe('a strict ACP session', () => {
  it('goes from created to completed, is valid ACP at every step, and hands out a working key', async () => {
    const created = await call('POST', '/checkout_sessions', createBody, {
      'request-id': 'r-1',
      'idempotency-key': 'k-1',
    });
    expect(created.status).toBe(201);
    expect(findAcpFaults('CheckoutSession', created.body)).toBeNull();
    expect(created.body).toMatchObject({ status: 'ready_for_payment', currency: 'usd' });
    expect(created.body.url).toBeUndefined();
    expect(created.body.totals).toContainEqual({ type: 'total', display_text: 'Total', amount: 900 });
    expect(created.headers.get('request-id')).toBe('r-1');
    expect(created.headers.get('idempotency-key')).toBe('k-1');

    const path = `/checkout_sessions/${created.body.id}`;
    const updated = await call('POST', path, { line_items: [{ id: 'subscriber' }, { id: 'paid' }] });
    expect(updated.status).toBe(200);
    expect(findAcpFaults('CheckoutSession', updated.body)).toBeNull();
    expect(updated.body.totals).toContainEqual({ type: 'total', display_text: 'Total', amount: 905 });

    const completed = await call('POST', `${path}/complete`, completeBody);
    expect(completed.status).toBe(200);
    expect(findAcpFaults('CheckoutSessionWithOrder', completed.body)).toBeNull();
    expect(completed.body.status).toBe('completed');
    const { license_key: key } = completed.body.order.fulfillments[0].digital_delivery;
    expect(services.keyring.verify(key)).toMatchObject({ scopes: ['articles:read', 'mcp:connect'] });

    const seen = await call('GET', path);
    expect(seen.status).toBe(200);
    expect(findAcpFaults('CheckoutSessionWithOrder', seen.body)).toBeNull();
    expect(JSON.stringify(seen.body)).not.toContain(key);
  });

  it('takes the examples of the OpenAPI file and a purchase order', async () => {
    const { status, body } = await call('POST', '/checkout_sessions', { items: [{ id: 'paid', quantity: 1 }] });
    expect(status).toBe(201);
    const done = await call('POST', `/checkout_sessions/${body.id}/complete`, {
      payment_data: { purchase_order_number: 'PO-1' },
    });
    expect(done.body.status).toBe('completed');
  });

  it('is canceled once and then takes nothing more', async () => {
    const path = `/checkout_sessions/${await create()}`;
    const canceled = await call('POST', `${path}/cancel`, { intent_trace: { reason_code: 'comparison' } });
    expect(canceled.body.status).toBe('canceled');
    expect(findAcpFaults('CheckoutSession', canceled.body)).toBeNull();
    for (const [step, body] of [
      ['/cancel', undefined],
      ['/complete', completeBody],
      ['', {}],
    ] as const) {
      const refused = await call('POST', path + step, body);
      expect(refused.status).toBe(405);
      expect(refused.headers.get('allow')).toBe('GET');
      expect(findAcpFaults('Error', refused.body)).toBeNull();
    }
  });

  it('is completed once when twenty agents try at once', async () => {
    const path = `/checkout_sessions/${await create()}/complete`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', path, completeBody)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 405)).toHaveLength(19);
  });

  it('is gone after a day', async () => {
    let at = Date.now();
    const desk = openDesk({ now: () => at });
    const { body } = await desk.call('POST', '/checkout_sessions', createBody);
    at += 24 * 3_600_000 + 1;
    const gone = await desk.call('GET', `/checkout_sessions/${body.id}`);
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
  });
});

describe('a strict ACP request is refused with a flat error', () => {
  it.each<[string, unknown, string]>([
    ['without items', { currency: 'usd', capabilities: {} }, '$.line_items'],
    ['with no item', { ...createBody, line_items: [] }, '$.line_items'],
    ['with an unknown item', { ...createBody, line_items: [{ id: 'car' }] }, '$.line_items[0].id'],
    ['without a currency', { ...createBody, currency: undefined }, '$.currency'],
    ['in another currency', { ...createBody, currency: 'eur' }, '$.currency'],
    ['without capabilities', { ...createBody, capabilities: undefined }, '$.capabilities'],
    ['with a buyer without e-mail', { ...createBody, buyer: {} }, '$.buyer.email'],
    ['that is a list', [], '$'],
  ])('%s', async (_, body, param) => {
    const refused = await call('POST', '/checkout_sessions', body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ type: 'invalid_request', code: 'invalid_request', param });
    expect(findAcpFaults('Error', refused.body)).toBeNull();
  });

  it('for another version, with the one that is spoken', async () => {
    const refused = await call('POST', '/checkout_sessions', createBody, { 'api-version': '2025-09-29' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'unsupported_api_version', supported_versions: ['2026-04-17'] });
    expect(findAcpFaults('Error', refused.body)).toBeNull();
  });

  it('for another payment handler, or none', async () => {
    const path = `/checkout_sessions/${await create()}/complete`;
    const card = { ...completeBody.payment_data, handler_id: 'card' };
    for (const [body, param] of [
      [{}, '$.payment_data'],
      [{ payment_data: {} }, '$.payment_data'],
      [{ payment_data: card }, '$.payment_data.handler_id'],
    ] as const) {
      const refused = await call('POST', path, body);
      expect([refused.status, refused.body.param]).toEqual([400, param]);
    }
  });

  it('for an unknown session, on every step', async () => {
    for (const [method, step] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/complete'],
      ['POST', '/cancel'],
    ] as const) {
      const refused = await call(
        method,
        `/checkout_sessions/cs_none${step}`,
        method === 'POST' ? completeBody : undefined,
      );
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('when the store is away', async () => {
    const desk = openDesk();
    await desk.services.store.close();
    await expect(desk.call('POST', '/checkout_sessions', createBody)).rejects.toThrow(StoreUnavailable);
  });
});

it('is announced by a valid discovery document', () => {
  const document = createAcpDocument(services);
  expect(findAcpFaults('DiscoveryResponse', document)).toBeNull();
  expect(document.protocol.supported_versions.at(-1)).toBe(document.protocol.version);
});
