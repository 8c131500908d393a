import { describe, expect, it } from 'vitest';
import { CheckoutSession } from '../../src/contract/schemas-acp.ts';
import { ask, baseUrl, bearer, slugsByTier } from '../support/client.ts';
import { completeBody, createBody, findAcpFaults } from './acp-desk.ts';

function post(path: string, body: unknown) {
  return ask(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'api-version': '2026-04-17',
      'idempotency-key': crypto.randomUUID(),
      authorization: 'Bearer agent',
    },
    body: JSON.stringify(body),
  });
}

describe('checkout on the built service', () => {
  it('is found, spoken strictly, and sells a key that opens a paid article', async () => {
    const found = await ask('/.well-known/acp.json');
    const discovery = await found.json();
    expect(findAcpFaults('DiscoveryResponse', discovery)).toBeNull();
    expect(discovery.api_base_url).toBe(baseUrl);

    const created = await post('/checkout_sessions', createBody);
    expect(created.status).toBe(201);
    const session = await created.json();
    expect(findAcpFaults('CheckoutSession', session)).toBeNull();
    const completed = await post(`/checkout_sessions/${session.id}/complete`, completeBody);
    const order = await completed.json();
    expect(findAcpFaults('CheckoutSessionWithOrder', order)).toBeNull();
    const { license_key: key } = order.order.fulfillments[0].digital_delivery;
    const [slug] = (await slugsByTier()).paid;
    const article = await ask(`/api/v1/articles/${slug}`, bearer(key));
    expect((await article.json()).access_level).toBe('subscriber');
  });

  it('answers a bare POST, and its url shows the session', async () => {
    const response = await ask('/checkout_sessions', { method: 'POST' });
    expect(response.status).toBe(200);
    const session = CheckoutSession.parse(await response.json());
    expect((await (await fetch(session.url)).json()).id).toBe(session.id);
  });

  it('answers the preflight with 204 and POST', async () => {
    const preflight = await ask('/checkout_sessions', {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/API-Version/i);
  });

  it('refuses before its handler in the form of the caller', async () => {
    const headers = { 'api-version': '2026-04-17', 'content-type': 'text/plain' };
    const strict = await ask('/checkout_sessions', { method: 'POST', headers, body: 'hello' });
    expect(strict.status).toBe(415);
    expect(findAcpFaults('Error', await strict.json())).toBeNull();
    const plain = await ask('/checkout_sessions', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    });
    expect((await plain.json()).error.code).toBe('unsupported_media_type');
  });

  it('points only at schemas that exist', async () => {
    const session = await (await ask('/checkout_sessions', { method: 'POST' })).json();
    const [handler] = session.capabilities.payment.handlers;
    for (const url of [handler.config_schema, ...handler.instrument_schemas]) {
      const { components } = await (await ask(new URL(url).pathname)).json();
      expect(Object.keys(components.schemas)).toContain(url.split('/').at(-1));
    }
  });
});
