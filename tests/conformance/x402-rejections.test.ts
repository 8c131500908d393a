import { join } from 'node:path';
import { decodePaymentResponseHeader } from '@x402/fetch';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { folderOfFile } from '../support/folders.ts';
import { openShop, type Shop } from './x402-shop.ts';
import { createWallet, type PaymentChanges, signPayment } from './x402-wallet.ts';

/** Each shop opens the file for itself, as each process of a deployment does. */
const path = join(folderOfFile(), 'state.sqlite');
const openStore = () => openSqliteStore({ path, now: Date.now });
let shop: Shop;
let sister: Shop;
beforeAll(async () => {
  shop = await openShop({ port: 5803, store: openStore() });
  sister = await openShop({ port: 5804, store: openStore() });
});
afterAll(async () => {
  await shop.close();
  await sister.close();
});

const wallet = createWallet();

async function send(payload: unknown, about: { slug?: string; to?: Shop; header?: string } = {}) {
  const { slug = 'paid-study', to = shop, header = 'payment-signature' } = about;
  const headers = { [header]: encodeHeader(payload) };
  const response = await fetch(`${to.baseUrl}/api/v1/articles/${slug}`, { headers });
  const receipt = response.headers.get('payment-response') ?? response.headers.get('x-payment-response');
  return { status: response.status, receipt: receipt ? decodePaymentResponseHeader(receipt) : undefined, response };
}

const seconds = () => Math.floor(Date.now() / 1000);
const elsewhere = '0x1111111111111111111111111111111111111111';

describe('a version 2 payment is refused', () => {
  it.each<[string, PaymentChanges | (() => PaymentChanges), string]>([
    ['for less', { value: '49999' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['for more', { value: '50001' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['with a changed offer', { accepted: { amount: '1' } }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['to somebody else', { to: elsewhere }, 'invalid_exact_evm_recipient_mismatch'],
    ['offered to somebody else', { accepted: { payTo: elsewhere } }, 'invalid_exact_evm_recipient_mismatch'],
    ['on another network', { network: 'eip155:8453' }, 'invalid_exact_evm_network_mismatch'],
    ['signed for another chain', { chainId: 8453 }, 'invalid_exact_evm_signature'],
    ['signed for another token', { tokenName: 'USD Coin' }, 'invalid_exact_evm_signature'],
    ['in another token', { accepted: { asset: elsewhere } }, 'invalid_payment_requirements'],
    ['by another scheme', { scheme: 'upto' }, 'unsupported_scheme'],
    ['too late', () => ({ validBefore: seconds() + 3 }), 'invalid_exact_evm_payload_authorization_valid_before'],
    ['for too long', () => ({ validBefore: seconds() + 7200 }), 'invalid_exact_evm_payload_authorization_valid_before'],
    ['too early', () => ({ validAfter: seconds() + 60 }), 'invalid_exact_evm_payload_authorization_valid_after'],
  ])('%s', async (_, changes, reason) => {
    const payload = await signPayment(wallet, 2, typeof changes === 'function' ? changes() : changes);
    const { status, receipt, response } = await send(payload);
    expect(status).toBe(402);
    expect(receipt).toMatchObject({ success: false, errorReason: reason, transaction: '' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      error: { code: 'payment_invalid', message: expect.stringContaining(`${reason}. Read`) },
    });
  });

  it('when anything signed was changed on the way', async () => {
    const payload = await signPayment(wallet, 2);
    const { authorization, signature } = payload.payload;
    const changes = {
      nonce: `0x${'ab'.repeat(32)}`,
      from: elsewhere,
      validBefore: String(seconds() + 200),
      validAfter: '1',
    };
    for (const [member, value] of Object.entries(changes)) {
      const tampered = { ...payload, payload: { signature, authorization: { ...authorization, [member]: value } } };
      expect((await send(tampered)).receipt?.errorReason).toBe('invalid_exact_evm_signature');
    }
    expect((await send(payload)).status).toBe(200);
  });
});

describe('a version 1 payment', () => {
  it('may be more than asked, never less', async () => {
    const header = 'x-payment';
    const less = await send(await signPayment(wallet, 1, { value: '49999' }), { header });
    expect(less.receipt).toMatchObject({
      errorReason: 'invalid_exact_evm_authorization_value',
      network: 'base-sepolia',
    });
    expect((await send(await signPayment(wallet, 1, { value: '60000' }), { header })).status).toBe(200);
  });

  it('is refused on a main network', async () => {
    const { receipt } = await send(await signPayment(wallet, 1, { network: 'base' }), { header: 'x-payment' });
    expect(receipt?.errorReason).toBe('invalid_exact_evm_network_mismatch');
  });
});

describe('one payment opens one article once', () => {
  it('in this process, in another, for another article, as another version', async () => {
    const payload = await signPayment(wallet, 2);
    expect((await send(payload)).status).toBe(200);
    const { scheme, network: _, ...rest } = { scheme: 'exact', network: '', payload: payload.payload };
    const asV1 = { x402Version: 1, scheme, network: 'base-sepolia', ...rest };
    const again = [
      await send(payload),
      await send(payload, { to: sister }),
      await send(payload, { slug: 'paid-survey' }),
      await send(asV1, { header: 'x-payment' }),
    ];
    for (const { status, receipt } of again) {
      expect(status).toBe(402);
      expect(receipt?.errorReason).toBe('invalid_exact_evm_nonce_already_used');
    }
  });

  it('however its nonce is written', async () => {
    const payload = await signPayment(wallet, 2, { nonce: `0x${'ab'.repeat(31)}cd` });
    expect((await send(payload)).status).toBe(200);
    const { signature, authorization } = payload.payload;
    const shouted = { ...authorization, nonce: `0x${'AB'.repeat(31)}CD` };
    const again = await send({ ...payload, payload: { signature, authorization: shouted } });
    expect(again.receipt?.errorReason).toBe('invalid_exact_evm_nonce_already_used');
  });

  it('when twenty come at once', async () => {
    const payload = await signPayment(wallet, 2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(payload, { to: index % 2 ? shop : sister })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('after a restart', async () => {
    const payload = await signPayment(wallet, 2);
    expect((await send(payload)).status).toBe(200);
    const reopened = await openShop({ port: 5805, store: openStore() });
    expect((await send(payload, { to: reopened })).receipt?.errorReason).toBe('invalid_exact_evm_nonce_already_used');
    await reopened.close();
  });
});

/**
 * What a payment's response says, its signed receipt as claims: the two shops have addresses of their own, and clocks
 * go on.
 */
function readReceipt(receipt: Awaited<ReturnType<typeof send>>['receipt']) {
  return JSON.parse(JSON.stringify(receipt), (name, value) => {
    if (name !== 'signature' || typeof value !== 'string') return value;
    const { iss: _, resourceUrl, issuedAt: __, ...claims } = decodeJwt(value);
    return { ...claims, path: new URL(String(resourceUrl)).pathname };
  });
}

describe('a payment that names itself (payment-identifier)', () => {
  it('may be repeated and gets the same receipt', async () => {
    const payload = await signPayment(wallet, 2, { paymentId: 'pay_0123456789abcdef' });
    const [first, second] = [await send(payload), await send(payload, { to: sister })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(readReceipt(second.receipt)).toEqual(readReceipt(first.receipt));
  });

  it('is a conflict with another payment or article under the same name, and only for the same wallet', async () => {
    const paymentId = 'pay_fedcba9876543210';
    const payload = await signPayment(wallet, 2, { paymentId });
    expect((await send(payload)).status).toBe(200);
    const other = await send(await signPayment(wallet, 2, { paymentId }));
    expect(other.status).toBe(409);
    expect(await other.response.json()).toMatchObject({ error: { code: 'payment_id_reused' } });
    expect((await send(payload, { slug: 'paid-survey' })).status).toBe(409);
    expect((await send(await signPayment(createWallet(), 2, { paymentId }))).status).toBe(200);
  });

  it('is a replay under another name', async () => {
    const payload = await signPayment(wallet, 2, { paymentId: 'pay_aaaaaaaaaaaaaaaa' });
    expect((await send(payload)).status).toBe(200);
    const extensions = { 'payment-identifier': { info: { required: false, id: 'pay_bbbbbbbbbbbbbbbb' } } };
    expect((await send({ ...payload, extensions })).receipt?.errorReason).toBe('invalid_exact_evm_nonce_already_used');
  });

  it('is malformed with a name the extension does not allow', async () => {
    expect((await send(await signPayment(wallet, 2, { paymentId: 'short' }))).status).toBe(400);
  });
});
