import { join } from 'node:path';
import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWallet, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { folderOfTest } from '../../../tests/support/folders.ts';
import { createTestServices } from '../../../tests/support/services.ts';
import { dayMs } from '../../library/durations.ts';
import type { PublicArticle } from '../../library/library.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { createCatalogue } from '../articles.ts';
import { listAccountPurchases } from './purchases.ts';
import { processPayment } from './settle.ts';
import { createSignInQuestions } from './sign-in.ts';

const start = Date.UTC(2026, 10, 20);
const subscriber: Caller = { kind: 'subscriber', id: 'key-one', plan: 'demo', scopes: [] };
const wallet = createWallet();
const spent = { kind: 'failed', reason: 'invalid_exact_evm_nonce_already_used' };

/** Breaks the write that is named, and everything after it until it is mended, as a process that is killed does. */
function createBreakingStore(now: () => number) {
  const store = createMemoryStore(now);
  let broken: { at: number | string; isWritten: boolean } | undefined;
  let writes = 0;
  const breaking: Store = {
    ...store,
    async update(key, decide) {
      writes += 1;
      if (!broken) return store.update(key, decide);
      const { at, isWritten } = broken;
      const isReached = typeof at === 'number' ? writes >= at : key.startsWith(at);
      if (!isReached) return store.update(key, decide);
      if (isWritten && writes === at) await store.update(key, decide);
      throw new StoreUnavailable(new Error('killed'));
    },
  };
  return {
    store: breaking,
    breakAt(at: number | string, isWritten = false) {
      writes = 0;
      broken = { at, isWritten };
    },
    mend() {
      broken = undefined;
    },
  };
}

let clock: { at: number };
let faults: ReturnType<typeof createBreakingStore>;
let services: ReturnType<typeof createTestServices>;

beforeEach(() => {
  clock = { at: start };
  const now = () => clock.at;
  faults = createBreakingStore(now);
  services = createTestServices({ store: faults.store, now });
});

const sign = (paymentId?: string) =>
  signPayment(wallet, 2, { validAfter: 0, validBefore: start / 1000 + 300, ...(paymentId && { paymentId }) });

const find = (slug = 'paid-study') => services.catalogue.find(slug) ?? expect.fail(slug);

const pay = (payload: unknown, about: { slug?: string; caller?: Caller } = {}) =>
  processPayment(services, {
    article: find(about.slug),
    mirror: 'live',
    caller: anonymous,
    ...about,
    attempt: { kind: 'payment', payload },
  });

async function signIn(slug: string) {
  const resource = services.urls.apiArticle(slug, 'live');
  const question = createSignInQuestions('quire.test')({ resource, nonce: 'ab'.repeat(16), now: clock.at });
  const complete = { ...question, chainId: 'eip155:84532', type: 'eip191' as const };
  const message = await createSIWxPayload(complete, wallet, resource);
  return processPayment(services, {
    article: find(slug),
    mirror: 'live',
    caller: anonymous,
    attempt: { kind: 'sign-in', message },
  });
}

describe('a payment that is interrupted', () => {
  it.each([
    ['before its nonce is taken', 1, false],
    ['after its nonce is taken', 1, true],
    ['before its purchase is recorded', 2, false],
    ['after its purchase is recorded', 2, true],
    ['before it is on the account', 4, false],
    ['before it is finished', 5, false],
  ])('%s is finished by sending it again, and opens once', async (_, write, isWritten) => {
    const payload = await sign();
    faults.breakAt(write, isWritten);
    await expect(pay(payload, { caller: subscriber })).rejects.toThrow(StoreUnavailable);
    faults.mend();
    expect(await pay(payload, { caller: subscriber })).toMatchObject({ kind: 'settled' });
    expect(await pay(payload, { caller: subscriber })).toMatchObject(spent);
    expect(await listAccountPurchases(services, 'key-one')).toMatchObject([{ slug: 'paid-study', paidAt: start }]);
    expect(await signIn('paid-study')).toMatchObject({ kind: 'readmitted' });
  });

  it('gives the wallet access once it is complete, even without a response', async () => {
    const payload = await sign();
    faults.breakAt(4, true);
    await expect(pay(payload)).rejects.toThrow(StoreUnavailable);
    faults.mend();
    expect(await pay(payload)).toMatchObject(spent);
    expect(await signIn('paid-study')).toMatchObject({ kind: 'readmitted' });
  });

  it('under a name is finished too, and may come again as ever', async () => {
    const payload = await sign('a-name-of-sixteen');
    faults.breakAt(4);
    await expect(pay(payload)).rejects.toThrow(StoreUnavailable);
    faults.mend();
    for (let again = 0; again < 2; again += 1) expect(await pay(payload)).toMatchObject({ kind: 'settled' });
  });

  it('is finished for its own article: for another one its nonce is spent', async () => {
    const payload = await sign();
    faults.breakAt(1, true);
    await expect(pay(payload)).rejects.toThrow(StoreUnavailable);
    faults.mend();
    expect(await pay(payload, { slug: 'paid-survey' })).toMatchObject(spent);
    expect(await signIn('paid-survey')).toEqual({ kind: 'no-purchase' });
    expect(await pay(payload)).toMatchObject({ kind: 'settled' });
  });

  describe('and sent again after a release', () => {
    const interrupt = async (paymentId?: string, change: Partial<PublicArticle> = {}) => {
      release(change);
      const payload = await sign(paymentId);
      faults.breakAt(paymentId ? 2 : 1, true);
      await expect(pay(payload)).rejects.toThrow(StoreUnavailable);
      faults.mend();
      return payload;
    };
    const release = (change: Partial<PublicArticle>) => {
      const article = { ...services.library.articles.find(({ slug }) => slug === 'paid-study'), ...change };
      services = {
        ...services,
        catalogue: createCatalogue({ articles: [article as PublicArticle], withdrawn: [] }, services.now),
      };
    };

    it.each([undefined, 'a-name-of-sixteen'])('is finished at its own price, with the name %s', async (paymentId) => {
      const payload = await interrupt(paymentId);
      release({ price: 0.07 });
      expect(await pay(payload)).toMatchObject({ kind: 'settled', amount: '50000' });
      expect(await pay(payload)).toMatchObject(paymentId ? { kind: 'settled' } : spent);
      expect(await pay(await sign())).toMatchObject({ reason: expect.stringMatching(/value_mismatch$/) });
    });

    it.each([undefined, 'a-name-of-sixteen'])(
      'opens a renamed article without an id, with the name %s',
      async (paymentId) => {
        const payload = await interrupt(paymentId, { id: 'paid-study' });
        release({ id: 'renamed', slug: 'renamed', aliases: ['paid-study'] });
        const settled = await pay(payload, { slug: 'renamed' });
        expect(settled).toMatchObject({ kind: 'settled' });
        expect(await pay(payload, { slug: 'renamed' })).toMatchObject(paymentId ? settled : spent);
      },
    );

    it('opens the text that it bought, though no alias leads to it', async () => {
      const payload = await interrupt(undefined, { id: 'paid-study' });
      const resource = { url: services.urls.apiArticle('paid-study', 'live') };
      const digest = services.paidContent.findDigest('paid-study');
      release({ id: 'renamed', slug: 'renamed' });
      services = { ...services, paidContent: { ...services.paidContent, findDigest: () => digest } };
      expect(await pay({ ...payload, resource }, { slug: 'renamed' })).toMatchObject({ kind: 'settled' });
    });

    it('opens no other article that has taken the slug', async () => {
      const payload = await interrupt(undefined, { id: 'paid-study' });
      release({ id: 'paid-study', title: 'Another', description: 'Of something else.' });
      services = { ...services, paidContent: { ...services.paidContent, findDigest: () => 'sha256:0' } };
      expect(await pay(payload)).toMatchObject(spent);
      expect(await signIn('paid-study')).toEqual({ kind: 'no-purchase' });
    });
  });

  it('belongs to the account that sent it first, even if another account sends it again', async () => {
    const payload = await sign();
    faults.breakAt(1, true);
    await expect(pay(payload, { caller: subscriber })).rejects.toThrow(StoreUnavailable);
    faults.mend();
    await pay(payload, { caller: { ...subscriber, id: 'key-two' } });
    expect(await listAccountPurchases(services, 'key-one')).toHaveLength(1);
    expect(await listAccountPurchases(services, 'key-two')).toEqual([]);
  });
});

it.each(['purchase:', 'account-purchases:'])('opens nothing while %s cannot be written', async (prefix) => {
  faults.breakAt(prefix);
  await expect(pay(await sign(), { caller: subscriber })).rejects.toThrow(StoreUnavailable);
});

it('opens one of forty who send the same payment at once, and another payment beside it', async () => {
  const [one, other] = [await sign(), await sign()];
  const outcomes = await Promise.all([...Array.from({ length: 40 }, () => pay(one)), pay(other)]);
  expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(2);
});

it('stays spent when the clock is set two days forward and back and expired records are removed in between', async () => {
  const store = openSqliteStore({ path: join(folderOfTest(), 'state.db'), now: services.now });
  services = { ...services, store };
  const payload = await sign();
  expect(await pay(payload)).toMatchObject({ kind: 'settled' });
  clock.at += 2 * dayMs;
  await store.update('another', () => ({ op: 'put', value: '', ttlMs: 1, result: undefined }));
  clock.at -= 2 * dayMs;
  expect(await pay(payload)).toMatchObject(spent);
  await store.close();
});
