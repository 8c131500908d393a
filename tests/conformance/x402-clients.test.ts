import { decodePaymentRequiredHeader } from '@x402/core/http';
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from '@x402/core/schemas';
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { decodePaymentResponseHeader } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentError } from '../../src/contract/schemas.ts';
import { soldSentence } from '../support/library.ts';
import { openShop, type Shop } from './x402-shop.ts';
import { createPayingFetch, createWallet } from './x402-wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ port: 5801 });
});
afterAll(() => shop.close());

describe('an unmodified x402 client', () => {
  it('pays a version 2 challenge and reads the whole article', async () => {
    const wallet = createWallet();
    const { pay, sent } = createPayingFetch(wallet);
    const response = await pay(`${shop.baseUrl}/api/v1/articles/sold-study`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      access_level: 'purchase',
      markdown: expect.stringContaining(soldSentence),
    });
    expect(response.headers.get('cache-control')).toMatch(/^private\b/);
    expect(sent.map((request) => request.headers.has('payment-signature'))).toEqual([false, true]);

    const receipt = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'eip155:84532', amount: '50000' });
    expect(receipt.payer).toBe(wallet.address.toLowerCase());
    expect(receipt.transaction).toMatch(/^sandbox:0x[0-9a-f]{64}$/);
    expect(receipt.extensions).toMatchObject({ sandbox: { info: { synthetic: true } } });
  });

  it('pays from the body alone as version 1 does', async () => {
    const { pay, sent } = createPayingFetch(createWallet(), { dropHeader: 'payment-required' });
    const response = await pay(`${shop.baseUrl}/api/v1/articles/sold-survey`);
    expect(response.status).toBe(200);
    expect((await response.json()).markdown).toContain(soldSentence);
    expect(sent.map((request) => request.headers.has('x-payment'))).toEqual([false, true]);
    const receipt = decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'base-sepolia' });
  });

  it('pays every article again with a new nonce', async () => {
    const { pay } = createPayingFetch(createWallet());
    for (const slug of ['sold-study', 'sold-study', 'sold-survey']) {
      expect((await pay(`${shop.baseUrl}/api/v1/articles/${slug}`)).status).toBe(200);
    }
  });
});

describe('the 402 of an article', () => {
  const ask = (headers: Record<string, string> = {}) =>
    shop.answer(new Request(`${shop.baseUrl}/api/v1/articles/sold-study`, { headers }));

  it('is the PaymentError of the specification and, by the reference schemas, x402 of both versions', async () => {
    const response = await ask();
    expect(response.status).toBe(402);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = await response.json();
    expect(PaymentError.parse(body).payment).toEqual({
      required: true,
      price: 0.05,
      currency: 'USD',
      pay_endpoint: `${shop.baseUrl}/api/v1/agent/subscribe`,
      pricing: `${shop.baseUrl}/pricing`,
    });
    // Version 1 wants a text in `error`, the specification an object: the one thing that cannot be both.
    expect(PaymentRequiredV1Schema.safeParse({ ...body, error: body.error.message }).error).toBeUndefined();
    const required = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
    expect(PaymentRequiredV2Schema.safeParse(required).error).toBeUndefined();
    expect(JSON.stringify([body, required])).not.toContain(soldSentence);
  });

  it('declares a bazaar extension that the reference accepts', async () => {
    const required = decodePaymentRequiredHeader((await ask()).headers.get('payment-required') ?? '');
    const bazaar = required.extensions?.bazaar;
    expect(validateDiscoveryExtensionSpec({ ...Object(bazaar) })).toMatchObject({ valid: true });
    expect(validateDiscoveryExtension(Object(bazaar))).toEqual({ valid: true });
  });

  it('leaves room under the header limits of common proxies', async () => {
    expect((await ask()).headers.get('payment-required')?.length).toBeLessThan(4096);
  });

  it.each(['Payment abc', 'L402 token:preimage', 'License x', 'Basic dTpw'])(
    'is the answer to `Authorization: %s`, which is no key',
    async (authorization) => {
      expect((await ask({ authorization })).status).toBe(402);
    },
  );

  it('gives way to a key: a known one opens, an unknown one is 401 even beside a payment', async () => {
    expect((await ask({ authorization: 'Bearer good_key' })).status).toBe(200);
    expect((await ask({ authorization: 'Bearer no_key', 'payment-signature': 'e30=' })).status).toBe(401);
  });
});
