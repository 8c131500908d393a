import { decodePaymentRequiredHeader } from '@x402/core/http';
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from '@x402/core/schemas';
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';
import { decodePaymentResponseHeader } from '@x402/fetch';
import { evm, Mppx } from 'mppx/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { PaymentError } from '../../src/contract/schemas-errors.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { ask, baseUrl, bearer, client, newKey, slugsByTier } from '../support/client.ts';
import { createGuardedFetch, createPayingFetch, createWallet, signPayment } from './x402-wallet.ts';

let slug = '';
let url = '';
/** What a subscriber reads: the measure of a whole article. */
let whole = '';
beforeAll(async () => {
  [slug = ''] = (await slugsByTier()).paid;
  url = `${baseUrl}/api/v1/articles/${slug}`;
  whole = Article.parse(await (await fetch(url, bearer(await newKey()))).json()).markdown ?? '';
});

/** The text that was bought, with the addresses of its files as a subscriber gets them. */
const unsigned = (markdown = '') => markdown.replaceAll(/\?expires=\d+&signature=[0-9a-f]{32}/g, '');

describe('an unmodified x402 client', () => {
  it('pays a version 2 challenge and reads the whole article', async () => {
    const wallet = createWallet();
    const { pay, sent } = createPayingFetch(wallet);
    const response = await pay(url);
    expect(response.status).toBe(200);
    const { access_level, markdown } = Article.parse(await response.json());
    expect([access_level, unsigned(markdown)]).toEqual(['purchase', whole]);
    expect(response.headers.get('cache-control')).toMatch(/^private\b/);
    expect(sent.map((request) => request.headers.has('payment-signature'))).toEqual([false, true]);

    const receipt = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'eip155:84532' });
    expect(receipt.payer).toBe(wallet.address.toLowerCase());
    expect(receipt.transaction).toMatch(/^sandbox:0x[0-9a-f]{64}$/);
    expect(receipt.extensions).toMatchObject({ sandbox: { info: { synthetic: true } } });
  });

  it('pays from the body alone as version 1 does', async () => {
    const { pay, sent } = createPayingFetch(createWallet(), { dropHeader: 'payment-required' });
    const response = await pay(url);
    expect(response.status).toBe(200);
    expect(unsigned((await response.json()).markdown)).toBe(whole);
    expect(sent.map((request) => request.headers.has('x-payment'))).toEqual([false, true]);
    const receipt = decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'base-sepolia' });
  });

  it('pays in the sandbox mirror, whose challenge stays on it', async () => {
    const mirrored = `${baseUrl}/api/sandbox/v1/articles/${slug}`;
    const challenge = PaymentError.parse(await (await fetch(mirrored)).json());
    expect(challenge.accepts?.[0]?.resource).toBe(mirrored);
    const response = await createPayingFetch(createWallet()).pay(mirrored);
    expect([response.status, response.headers.get('x-sandbox')]).toEqual([200, 'true']);
  });

  it('pays as mppx, which speaks another protocol of payment too, and reads the whole article', async () => {
    const { guarded, sent } = createGuardedFetch();
    const methods = [evm({ account: createWallet() })];
    const response = await Mppx.create({ fetch: guarded, polyfill: false, methods }).fetch(url);
    expect(response.status).toBe(200);
    const { access_level, markdown } = Article.parse(await response.json());
    expect([access_level, unsigned(markdown)]).toEqual(['purchase', whole]);
    expect(sent.map((request) => request.headers.has('payment-signature'))).toEqual([false, true]);
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://agent.example' } });
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(sent.flatMap(({ headers }) => [...headers.keys()])));
  });

  it('signs in with the wallet that paid and reads again without paying', async () => {
    const wallet = createWallet();
    await createPayingFetch(wallet).pay(url);
    const { guarded, sent } = createGuardedFetch();
    const response = await wrapFetchWithSIWx(guarded, wallet)(url);
    expect([response.status, unsigned((await response.json()).markdown)]).toEqual([200, whole]);
    expect(sent.map((request) => request.headers.has('sign-in-with-x'))).toEqual([false, true]);
    expect(sent.some((request) => request.headers.has('payment-signature'))).toBe(false);
  });
});

describe('the 402 of an article', () => {
  const askFor = (headers: Record<string, string> = {}) => fetch(url, { headers });

  it('is the PaymentError of the specification and, by the reference schemas, x402 of both versions', async () => {
    const response = await askFor();
    expect(response.status).toBe(402);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = await response.json();
    const { tiers } = await client.call('getPricing');
    expect(PaymentError.parse(body).payment).toEqual({
      required: true,
      price: tiers.find(({ tier }) => tier === 'paid')?.price,
      currency: 'USD',
      pay_endpoint: `${baseUrl}/api/v1/agent/subscribe`,
      pricing: `${baseUrl}/pricing`,
    });
    // Version 1 wants a text in `error`, the specification an object: the one thing that cannot be both.
    expect(PaymentRequiredV1Schema.safeParse({ ...body, error: body.error.message }).error).toBeUndefined();
    const required = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
    expect(PaymentRequiredV2Schema.safeParse(required).error).toBeUndefined();
  });

  it('asks every caller to sign something else', async () => {
    const headers = await Promise.all([askFor(), askFor()]);
    const nonces = headers.map((response) => {
      const required = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
      return Object(required.extensions?.['sign-in-with-x']).info.nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('declares a bazaar extension that the reference accepts', async () => {
    const required = decodePaymentRequiredHeader((await askFor()).headers.get('payment-required') ?? '');
    const bazaar = Object(required.extensions?.bazaar);
    expect(validateDiscoveryExtensionSpec({ ...bazaar })).toMatchObject({ valid: true });
    expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
  });

  it.each(['Payment abc', 'L402 token:preimage', 'License x', 'Basic dTpw'])(
    'is the answer to `Authorization: %s`, which is no key',
    async (authorization) => {
      expect((await askFor({ authorization })).status).toBe(402);
    },
  );

  it('gives way to a key: an unknown one is 401 even beside a payment', async () => {
    expect((await askFor({ authorization: 'Bearer no_key', 'payment-signature': 'e30=' })).status).toBe(401);
  });

  it('is what HEAD shows, and a payment sent with HEAD is not spent', async () => {
    const headers = { 'payment-signature': encodeHeader(await signPayment(createWallet(), 2)) };
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.has('payment-required')]).toEqual([402, true]);
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  it('is announced in /.well-known/x402', async () => {
    expect((await (await ask('/.well-known/x402')).json()).resources).toContain(url);
  });

  it('may be asked for and paid by a browser: the preflight allows what the reference client sends', async () => {
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://agent.example' } });
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['payment-signature', 'x-payment', 'sign-in-with-x', 'access-control-expose-headers']),
    );
    const exposed = (await askFor({ origin: 'https://agent.example' })).headers.get('access-control-expose-headers');
    expect(exposed).toMatch(/PAYMENT-REQUIRED.*PAYMENT-RESPONSE/);
  });
});
