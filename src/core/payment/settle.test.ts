import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWallet, type PaymentChanges, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { anonymous, type Caller, invalid } from '../access/caller.ts';
import { createCatalogue } from '../articles.ts';
import { hasPurchase, identifyArticle, listAccountPurchases } from './purchases.ts';
import { type PaymentAttempt, processPayment } from './settle.ts';
import { createSignInQuestions } from './sign-in.ts';

const start = Date.UTC(2026, 10, 20);
const wallet = createWallet();
const payer = wallet.address.toLowerCase();
const subscriber: Caller = { kind: 'subscriber', id: 'key-one', plan: 'demo', scopes: [] };

let clock: { at: number };
let services: ReturnType<typeof createTestServices>;

beforeEach(() => {
  clock = { at: start };
  const now = () => clock.at;
  services = createTestServices({ store: createMemoryStore(now), now });
});

const find = (slug = 'paid-study') => services.catalogue.find(slug) ?? expect.fail(slug);

const take = (attempt: PaymentAttempt, about: { slug?: string; caller?: Caller; mirror?: 'live' | 'sandbox' } = {}) =>
  processPayment(services, { article: find(about.slug), mirror: 'live', caller: anonymous, ...about, attempt });

async function payment(changes: PaymentChanges = {}): Promise<PaymentAttempt> {
  const validBefore = Math.floor(clock.at / 1000) + 300;
  return { kind: 'payment', payload: await signPayment(wallet, 2, { validAfter: 0, validBefore, ...changes }) };
}

async function signIn(mirror: 'live' | 'sandbox' = 'live', nonce = 'ab'.repeat(16)): Promise<PaymentAttempt> {
  const resource = services.urls.apiArticle('paid-study', mirror);
  const question = createSignInQuestions('quire.test')({ resource, nonce, now: clock.at });
  const complete = { ...question, chainId: 'eip155:84532', type: 'eip191' as const };
  return { kind: 'sign-in', message: await createSIWxPayload(complete, wallet, resource) };
}

it('sells an article at its URL in the API of a mirror', () => {
  expect(services.urls.apiArticle('a', 'live')).toBe(`${testBase}/api/v1/articles/a`);
  expect(services.urls.apiArticle('a', 'sandbox')).toBe(`${testBase}/api/sandbox/v1/articles/a`);
});

describe('a payment', () => {
  it('is reported with its payer, its amount, its version and a unique mark', async () => {
    const one = await take(await payment());
    const fingerprint = expect.stringMatching(/^0x[0-9a-f]{64}$/);
    expect(one).toEqual({ kind: 'settled', payer, fingerprint, amount: '50000', version: 2 });
    const other = await take(await payment());
    expect(one.kind === 'settled' && other.kind === 'settled' && one.fingerprint !== other.fingerprint).toBe(true);
  });

  it('opens one article once, and a repeat names the payer', async () => {
    const attempt = await payment();
    expect(await take(attempt)).toMatchObject({ kind: 'settled' });
    for (const slug of ['paid-study', 'paid-survey'])
      expect(await take(attempt, { slug })).toEqual({
        kind: 'failed',
        attempt: 'payment',
        reason: 'invalid_exact_evm_nonce_already_used',
        payer,
        version: 2,
      });
  });

  it('that is sent for two articles at once buys one of them', async () => {
    const attempt = await payment();
    const both = ['paid-study', 'paid-survey'];
    await Promise.all(both.map((slug) => take(attempt, { slug })));
    const identities = both.map((slug) => identifyArticle(services, find(slug)));
    const bought = identities.map((article) => hasPurchase(services.store, { payer, article, now: clock.at }));
    expect((await Promise.all(bought)).filter(Boolean)).toHaveLength(1);
  });

  it('is not forgotten while it could be shown again', async () => {
    const attempt = await payment();
    await take(attempt);
    clock.at += 294_999;
    expect(await take(attempt)).toMatchObject({ reason: 'invalid_exact_evm_nonce_already_used' });
    clock.at += 1;
    expect(await take(attempt)).toMatchObject({ reason: expect.stringMatching(/valid_before$/) });
  });

  it('under a name may come again and is the same; under that name another is a conflict', async () => {
    const paymentId = 'a-name-of-sixteen';
    const attempt = await payment({ paymentId });
    const first = await take(attempt);
    expect(first).toMatchObject({ kind: 'settled' });
    expect(await take(attempt)).toEqual(first);
    expect(await take(await payment({ paymentId }))).toEqual({
      kind: 'failed',
      attempt: 'payment',
      reason: 'payment_identifier_conflict',
      payer,
      version: 2,
    });
  });

  it('that cannot be taken says of which version it was', async () => {
    expect(await take({ kind: 'payment', payload: { x402Version: 9 } })).toEqual({
      kind: 'failed',
      attempt: 'payment',
      reason: 'invalid_x402_version',
      version: 2,
    });
    expect(await take({ kind: 'payment', payload: await signPayment(wallet, 1, { scheme: 'upto' }) })).toEqual({
      kind: 'failed',
      attempt: 'payment',
      reason: 'unsupported_scheme',
      version: 1,
    });
    expect(await take({ kind: 'payment', payload: {} })).toMatchObject({ kind: 'malformed' });
    const hollow = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: {} };
    expect(await take({ kind: 'payment', payload: hollow })).toMatchObject({ kind: 'malformed' });
  });

  it('for the URL on one mirror is invalid on the other', async () => {
    const resource = { url: services.urls.apiArticle('paid-study', 'sandbox') };
    const payload = { ...(await signPayment(wallet, 2, { validAfter: 0, validBefore: start / 1000 + 300 })), resource };
    expect(await take({ kind: 'payment', payload })).toMatchObject({ reason: 'payment_resource_mismatch' });
    expect(await take({ kind: 'payment', payload }, { mirror: 'sandbox' })).toMatchObject({ kind: 'settled' });
  });

  it('for the URL that the article had before it was renamed opens it', async () => {
    const article = { ...find(), id: 'first-study', aliases: ['second-study'] };
    services = { ...services, catalogue: createCatalogue({ articles: [article], withdrawn: [] }, services.now) };
    for (const [name, expected] of [
      ['first-study', { kind: 'settled' }],
      ['second-study', { kind: 'settled' }],
      ['third-study', { reason: 'payment_resource_mismatch' }],
    ] as const) {
      const resource = { url: services.urls.apiArticle(name, 'live') };
      const payload = {
        ...(await signPayment(wallet, 2, { validAfter: 0, validBefore: start / 1000 + 300 })),
        resource,
      };
      expect(await take({ kind: 'payment', payload }), name).toMatchObject(expected);
    }
  });

  it('is listed on the account of the credential that was sent, and on no other', async () => {
    await take(await payment(), { caller: subscriber });
    expect(await listAccountPurchases(services, 'key-one')).toMatchObject([
      { id: 'id-paid-study', slug: 'paid-study', paidAt: start },
    ]);
    await take(await payment(), { slug: 'paid-survey', caller: invalid });
    await take(await payment(), { slug: 'paid-survey' });
    expect(await listAccountPurchases(services, 'key-one')).toHaveLength(1);
  });

  it('that cannot be recorded opens nothing', async () => {
    await services.store.close();
    await expect(take(await payment())).rejects.toThrow(StoreUnavailable);
  });
});

describe('the signature of a wallet', () => {
  it('lets it in again to what it has paid for, once for each message', async () => {
    await take(await payment());
    clock.at += 1_000;
    const again = await signIn();
    expect(await take(again)).toMatchObject({ kind: 'readmitted' });
    expect(await take(again)).toEqual({ kind: 'failed', attempt: 'sign-in', reason: 'invalid_siwx_nonce' });
    expect(await take(await signIn('sandbox', 'cd'.repeat(16)), { mirror: 'sandbox' })).toMatchObject({
      kind: 'readmitted',
    });
  });

  it('of a wallet that has not paid opens nothing, and may be shown again once it has', async () => {
    const early = await signIn();
    expect(await take(early)).toEqual({ kind: 'no-purchase' });
    await take(await payment());
    expect(await take(early)).toMatchObject({ kind: 'readmitted' });
  });

  it('for another mirror, or that is none, says so', async () => {
    expect(await take(await signIn('sandbox'))).toEqual({
      kind: 'failed',
      attempt: 'sign-in',
      reason: 'invalid_siwx_uri_mismatch',
    });
    expect(await take({ kind: 'sign-in', message: {} })).toMatchObject({ kind: 'malformed' });
    const unread: PaymentAttempt = { kind: 'malformed', detail: 'No base64.' };
    expect(await take(unread)).toEqual(unread);
  });
});
