import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../tests/store/clock.ts';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { libraryFormat } from '../../library/library.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { createDenyList } from '../access/deny-list.ts';
import { createSigner } from '../access/keys.ts';
import { noLedger } from '../ledger/ledger.ts';
import { locateClaim } from './claims.ts';
import { revokeSubscription, type SubscribeRequest, subscribe, subscriptions } from './subscriptions.ts';

const library = {
  format: libraryFormat as typeof libraryFormat,
  baseUrl: 'http://localhost:4321',
  contentHash: '',
  articles: [],
  withdrawn: [],
  pages: [],
  glossary: [],
  tiers: [{ tier: 'paid', price: 5, currency: 'USD', period: 'month' as const, includes: [] }],
};

function createOffice() {
  const clock = createTestClock();
  const store = createMemoryStore(clock.now);
  const denyList = createDenyList(store);
  const services = {
    store,
    library,
    now: clock.now,
    randomBytes,
    denyList,
    ledger: noLedger,
    keyring: createTestKeyring(denyList),
  };
  type HttpRequest = {
    plan?: string;
    idempotencyKey?: string;
    clientAddress?: string;
    count?: SubscribeRequest['count'];
  };
  const ask = (about: HttpRequest = {}, at: Parameters<typeof subscribe>[0] = services) =>
    subscribe(at, {
      plan: about.plan,
      idempotencyKey: about.idempotencyKey,
      clientAddress: about.clientAddress ?? '192.0.2.1',
      ...(about.count && { count: about.count }),
    });
  /** As `ask`, for requests that must succeed. */
  async function get(about: HttpRequest = {}, at: Parameters<typeof subscribe>[0] = services) {
    const result = await ask(about, at);
    if (result.kind !== 'subscribed') throw new Error(result.kind);
    return result;
  }
  return { ...clock, services, ask, get };
}

const longKey = '6f1c2b7e-3a4d-4e5f-8a9b-0c1d2e3f4a5b';

test('a bare request gives a demo key with both scopes, and a record without the key', async () => {
  const { services, get, now } = createOffice();
  const { key, id, ...rest } = await get();
  expect(rest).toEqual({
    kind: 'subscribed',
    plan: 'demo',
    scopes: ['articles:read', 'mcp:connect'],
    isReplay: false,
    planIsKnown: true,
  });
  expect(services.keyring.verify(key)).toEqual({ id, plan: 'demo', scopes: rest.scopes, issuedAt: now() });
  expect(await subscriptions.find(services.store, id)).toEqual({
    id,
    plan: 'demo',
    scopes: rest.scopes,
    created: now(),
    revoked: null,
  });
  expect(await services.store.get(`sub:${id}`)).not.toContain(key.slice(-32));
});

test('without an Idempotency-Key every request is a new subscription', async () => {
  const { get } = createOffice();
  expect((await get()).key).not.toBe((await get()).key);
});

test('a plan in the price list is known, any other is taken too', async () => {
  const { get } = createOffice();
  expect(await get({ plan: 'paid' })).toMatchObject({ plan: 'paid', planIsKnown: true });
  expect(await get({ plan: 'gold' })).toMatchObject({ plan: 'gold', planIsKnown: false });
});

test('the same key and plan get the same response for 24 hours', async () => {
  const { get, pass } = createOffice();
  const first = await get({ idempotencyKey: longKey, plan: 'paid' });
  await pass(86_399_000);
  expect(await get({ idempotencyKey: longKey, plan: 'paid' })).toEqual({ ...first, isReplay: true });
  await pass(1_000);
  expect((await get({ idempotencyKey: longKey, plan: 'paid' })).key).not.toBe(first.key);
});

test('a replay tells the same key also after the secret was replaced', async () => {
  const { services, get } = createOffice();
  const first = await get({ idempotencyKey: longKey });
  const previous = createSigner('a secret for tests of at least 32 letters');
  const keyring = createTestKeyring({ secrets: { current: createSigner('the next one'), previous } });
  expect((await get({ idempotencyKey: longKey }, { ...services, keyring })).key).toBe(first.key);
});

test('a replay tells the same key also after the publication got another name', async () => {
  const { services, get } = createOffice();
  const first = await get({ idempotencyKey: longKey });
  const renamed = { ...services, keyring: createTestKeyring({ prefix: 'press' }) };
  expect((await get({ idempotencyKey: longKey }, renamed)).key).toBe(first.key);
  expect((await get({}, renamed)).key).toMatch(/^press_demo_/);
});

test('another plan with the same key is refused', async () => {
  const { ask } = createOffice();
  await ask({ idempotencyKey: longKey, plan: 'paid' });
  expect(await ask({ idempotencyKey: longKey, plan: 'free' })).toEqual({ kind: 'idempotency_key_reused' });
  expect(await ask({ idempotencyKey: longKey })).toEqual({ kind: 'idempotency_key_reused' });
});

/** Results of a limiter; the first request of a test ends when its turn has come. */
const policy = { name: 'subscribe', limit: 10, windowMs: 60_000 };
const verdict = (isAllowed: boolean) => ({ isAllowed, policy, remaining: isAllowed ? 9 : 0, resetAt: 0 });

test('while the first is running, forty others with its Idempotency-Key must wait, and then get the same key', async () => {
  const { ask, get } = createOffice();
  const turn = Promise.withResolvers<void>();
  let counts = 0;
  const count = async () => {
    counts += 1;
    await turn.promise;
    return verdict(true);
  };
  const first = get({ idempotencyKey: longKey, count });
  const others = await Promise.all(Array.from({ length: 40 }, () => ask({ idempotencyKey: longKey, count })));
  expect(others).toEqual(Array(40).fill({ kind: 'idempotency_in_flight' }));
  expect(await ask({ idempotencyKey: longKey, plan: 'paid' })).toEqual({ kind: 'idempotency_key_reused' });
  turn.resolve();
  const { key, isReplay } = await first;
  expect([isReplay, counts]).toEqual([false, 1]);
  const again = await Promise.all(Array.from({ length: 40 }, () => get({ idempotencyKey: longKey, count })));
  expect(again.map((result) => [result.key, result.isReplay])).toEqual(Array(40).fill([key, true]));
  expect(counts).toBe(1);
});

test('the key of a request that is past the limit is free again', async () => {
  const { ask, get } = createOffice();
  const refused = await ask({ idempotencyKey: longKey, count: () => verdict(false) });
  expect(refused.kind).toBe('rate_limited');
  expect(await get({ idempotencyKey: longKey, plan: 'paid', count: () => verdict(true) })).toMatchObject({
    plan: 'paid',
    isReplay: false,
  });
});

test('what a process that died had begun is finished by the next, as it would have been, within seconds', async () => {
  const { ask, get, pass, services } = createOffice();
  const lost = { ...services, randomBytes: (length: number) => new Uint8Array(length).fill(7) };
  // Never ends, as if its process were gone
  void ask({ idempotencyKey: longKey, count: () => new Promise(() => {}) }, lost);
  expect((await ask({ idempotencyKey: longKey })).kind).toBe('idempotency_in_flight');
  await pass(2_999);
  expect((await ask({ idempotencyKey: longKey })).kind).toBe('idempotency_in_flight');
  await pass(1);
  expect(await get({ idempotencyKey: longKey })).toMatchObject({ id: '07'.repeat(10), isReplay: true });
});

test('a clock that is set back a day does not make clients wait for the work of a dead process', async () => {
  const { ask, get, pass } = createOffice();
  void ask({ idempotencyKey: longKey, count: () => new Promise(() => {}) }); // never ends
  await pass(-86_400_000);
  expect(await get({ idempotencyKey: longKey })).toMatchObject({ isReplay: true });
});

test('after a failure of the store the next with the key does not wait', async () => {
  const { services, ask, get } = createOffice();
  const failing: Store = {
    ...services.store,
    update: (key, decide) =>
      key.startsWith('sub:') ? Promise.reject(new StoreUnavailable('gone')) : services.store.update(key, decide),
  };
  await expect(ask({ idempotencyKey: longKey }, { ...services, store: failing })).rejects.toThrow(StoreUnavailable);
  const next = await get({ idempotencyKey: longKey });
  expect(await subscriptions.find(services.store, next.id)).toMatchObject({ id: next.id });
});

test('a claim of a release that let repeats wait is answered', async () => {
  const { services, get } = createOffice();
  const claim = { plan: 'demo', id: '0a'.repeat(10), kid: services.keyring.kid, issuedAt: services.now() };
  const place = locateClaim({ idempotencyKey: longKey, clientAddress: '192.0.2.1' });
  const value = JSON.stringify(claim);
  await services.store.update(`sub-idem:${place}`, () => ({ op: 'put', value, ttlMs: 60_000, result: 0 }));
  expect(await get({ idempotencyKey: longKey })).toMatchObject({ id: claim.id, isReplay: true });
});

test('strangers who send the same key do not share a subscription, nor keep each other from one', async () => {
  const { get } = createOffice();
  for (const idempotencyKey of ['1', longKey]) {
    const mine = await get({ idempotencyKey, clientAddress: '192.0.2.1' });
    const theirs = await get({ idempotencyKey, clientAddress: '192.0.2.2', plan: 'paid' });
    expect(theirs.key).not.toBe(mine.key);
    expect((await get({ idempotencyKey, clientAddress: '192.0.2.1' })).key).toBe(mine.key);
  }
});

test('the repeat of a revoked subscription says so and tells no key', async () => {
  const { services, ask, get } = createOffice();
  const { id } = await get({ idempotencyKey: longKey });
  await revokeSubscription(services, id);
  expect(await ask({ idempotencyKey: longKey })).toEqual({ kind: 'subscription_revoked' });
});

test('it says so too when only one of the two notes of a revocation was written', async () => {
  const { services, ask, get } = createOffice();
  const [listed, noted] = [await get({ idempotencyKey: 'a' }), await get({ idempotencyKey: 'b' })];
  await services.denyList.revoke(listed.id);
  await subscriptions.update(services.store, noted.id, (seen) =>
    seen ? { op: 'put', value: { ...seen, revoked: 1 }, result: 0 } : { op: 'keep', result: 0 },
  );
  expect(await ask({ idempotencyKey: 'a' })).toEqual({ kind: 'subscription_revoked' });
  expect(await ask({ idempotencyKey: 'b' })).toEqual({ kind: 'subscription_revoked' });
});

test('a replay records the subscription when only its claim was stored', async () => {
  const { services, get, pass } = createOffice();
  const { id } = await get({ idempotencyKey: longKey });
  await services.store.update(`sub:${id}`, () => ({ op: 'delete', result: 0 }));
  await pass(3_000);
  await get({ idempotencyKey: longKey });
  expect(await subscriptions.find(services.store, id)).toMatchObject({ id });
});

test('no key is given when the subscription cannot be recorded', async () => {
  const { services, ask } = createOffice();
  await services.store.close();
  await expect(ask()).rejects.toThrow(StoreUnavailable);
  await expect(ask({ idempotencyKey: longKey })).rejects.toThrow(StoreUnavailable);
});

test('a revoked subscription says since when, and its key is refused', async () => {
  const { services, get, now, pass } = createOffice();
  const { id, key } = await get();
  const revoked = now();
  await revokeSubscription(services, id);
  await pass(1_000);
  await revokeSubscription(services, id);
  await revokeSubscription(services, 'never made');
  expect(await subscriptions.find(services.store, id)).toMatchObject({ revoked });
  expect(services.keyring.verify(key)).toBeUndefined();
});
