import { decodePaymentRequiredHeader } from '@x402/core/http';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import {
  createSIWxClientExtension,
  createSIWxPayload,
  encodeSIWxHeader,
  verifySIWxSignature,
  wrapFetchWithSIWx,
} from '@x402/extensions/sign-in-with-x';
import { wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paidSentence } from '../support/library.ts';
import { openShop, type Shop } from './x402-shop.ts';
import { createGuardedFetch, createPayingFetch, createWallet } from './x402-wallet.ts';

let clock = () => Date.now();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ port: 5806, now: () => clock() });
});
afterAll(() => shop.close());

const study = () => `${shop.baseUrl}/api/v1/articles/paid-study`;

async function readChallenge(url: string) {
  const response = await fetch(url);
  const required = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
  return Object(required.extensions?.['sign-in-with-x']);
}

describe('signing in with a wallet', () => {
  it('reads a bought article again without paying again', async () => {
    const wallet = createWallet();
    await createPayingFetch(wallet).pay(study());
    const { guarded, sent } = createGuardedFetch();
    for (const round of [1, 2]) {
      const response = await wrapFetchWithSIWx(guarded, wallet)(study());
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toMatch(/^private\b/);
      expect((await response.json()).markdown).toContain(paidSentence);
      expect(sent).toHaveLength(2 * round);
    }
    expect(sent.some((request) => request.headers.has('payment-signature'))).toBe(false);
  });

  it('is the first thing the paying client tries, and a stranger then pays', async () => {
    const wallet = createWallet();
    const { guarded, sent } = createGuardedFetch();
    const client = registerExactEvmScheme(new x402Client(), { signer: wallet });
    client.registerExtension(createSIWxClientExtension({ signers: [wallet] }));
    const pay = wrapFetchWithPayment(guarded, new x402HTTPClient(client));
    expect((await pay(study())).status).toBe(200);
    expect(
      sent.map((request) => [request.headers.has('sign-in-with-x'), request.headers.has('payment-signature')]),
    ).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect((await pay(study())).status).toBe(200);
    expect(sent).toHaveLength(5);
  });

  it('opens nothing for a wallet that never paid, or paid for another article', async () => {
    const wallet = createWallet();
    await createPayingFetch(wallet).pay(`${shop.baseUrl}/api/v1/articles/paid-survey`);
    for (const stranger of [wallet, createWallet()]) {
      const response = await wrapFetchWithSIWx(createGuardedFetch().guarded, stranger)(study());
      expect(response.status).toBe(402);
      expect((await response.json()).error.code).toBe('payment_required');
    }
  });
});

describe('a signed message', () => {
  const wallet = createWallet();
  beforeAll(async () => {
    await createPayingFetch(wallet).pay(study());
  });

  async function sign(changes: Record<string, unknown> = {}) {
    const { info, supportedChains } = await readChallenge(study());
    const complete = { ...info, ...supportedChains[0], ...changes };
    return createSIWxPayload(complete, wallet, String(complete.uri));
  }

  async function present(payload: object, url = study()) {
    const response = await fetch(url, { headers: { 'sign-in-with-x': btoa(JSON.stringify(payload)) } });
    return { status: response.status, error: response.status === 200 ? undefined : (await response.json()).error };
  }

  it('is one that the reference server accepts too', async () => {
    expect(await verifySIWxSignature(await sign())).toMatchObject({ isValid: true, payer: wallet.address });
  });

  it('works once', async () => {
    const payload = await sign();
    expect((await present(payload)).status).toBe(200);
    expect((await present(payload)).error.message).toContain('invalid_siwx_nonce');
  });

  it('works for the article it names alone', async () => {
    const other = `${shop.baseUrl}/api/v1/articles/paid-survey`;
    await createPayingFetch(wallet).pay(other);
    expect((await present(await sign(), other)).error.message).toContain('invalid_siwx_uri_mismatch');
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'for another site',
      { domain: 'evil.test', uri: 'https://evil.test/api/v1/articles/paid-study' },
      'invalid_siwx_domain_mismatch',
    ],
    ['for another purpose', { statement: 'Log in to the forum' }, 'invalid_siwx_statement_mismatch'],
    ['for another chain', { chainId: 'eip155:8453' }, 'invalid_siwx_unsupported_chain'],
    ['with a nonce of its own kind', { nonce: 'abcdefgh12345678' }, 'invalid_siwx_nonce'],
    ['of long ago', { issuedAt: '2020-01-01T00:00:00.000Z' }, 'invalid_siwx_issued_at_too_old'],
    ['of tomorrow', { issuedAt: new Date(Date.now() + 86_400_000).toISOString() }, 'invalid_siwx_issued_at_in_future'],
    ['that is over', { expirationTime: '2020-01-01T00:00:00.000Z' }, 'invalid_siwx_expired'],
    ['that has not begun', { notBefore: '2099-01-01T00:00:00.000Z' }, 'invalid_siwx_not_yet_valid'],
  ])('%s is refused', async (_, changes, reason) => {
    expect(await present(await sign(changes))).toMatchObject({
      status: 402,
      error: { message: expect.stringContaining(reason) },
    });
  });

  it('ends five minutes after the challenge', async () => {
    const payload = await sign();
    clock = () => Date.now() + 301_000;
    expect((await present(payload)).error.message).toContain('invalid_siwx_issued_at_too_old');
    clock = () => Date.now();
  });

  it('is refused when anything in it was changed, and 400 when it is none', async () => {
    const payload = await sign();
    const swapped = { ...payload, address: createWallet().address };
    expect((await present(swapped)).error.message).toContain('invalid_siwx_signature');
    expect((await present({ ...payload, issuedAt: new Date().toISOString() })).error.message).toContain(
      'invalid_siwx_signature',
    );
    expect((await present({ hello: 'world' })).status).toBe(400);
    expect(encodeSIWxHeader(payload)).toBe(btoa(JSON.stringify(payload)));
  });
});
