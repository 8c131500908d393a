import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { dieAfter } from '../../../tests/support/dying-store.ts';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { makeLibrary } from '../../../tests/support/library.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createDenyList } from '../access/deny-list.ts';
import { createSigner } from '../access/keys.ts';
import { noLedger } from '../ledger/ledger.ts';
import { revokeSubscription } from '../subscriptions/subscriptions.ts';
import { cancelCheckout, completeCheckout, findIssuedKey, openCheckout } from './checkout.ts';
import { readDefaultLine } from './items.ts';

test('a repeat gives the same key also while a secret is replaced, and after the publication got another name', async () => {
  const [former, current] = [createSigner('a former secret of at least 32 letters'), createSigner('the one after it')];
  const library = makeLibrary('http://localhost:4321').open;
  const store = createMemoryStore(Date.now);
  const keyring = createTestKeyring({ secrets: { current: former } });
  const services = { store, library, now: Date.now, randomBytes, ledger: noLedger, keyring };
  const { id } = await openCheckout(services, [readDefaultLine(library.tiers)]);
  const session = await completeCheckout(services, id, { clientAddress: '192.0.2.1', requestId: undefined });
  const key = await findIssuedKey(services, session);
  const later = createTestKeyring({ prefix: 'press', secrets: { current, previous: former } });
  expect(later.verify(key ?? '')).toBeDefined();
  expect(await findIssuedKey({ ...services, keyring: later }, session)).toBe(key);
});

test('a repeat gives no key whose revocation was interrupted between the deny list and the record', async () => {
  const library = makeLibrary('http://localhost:4321').open;
  const store = createMemoryStore(Date.now);
  const denyList = createDenyList(store);
  const keyring = createTestKeyring({ isRevoked: denyList.isRevoked });
  const services = { store, library, now: Date.now, randomBytes, ledger: noLedger, keyring };
  const { id } = await openCheckout(services, [readDefaultLine(library.tiers)]);
  const session = await completeCheckout(services, id, { clientAddress: '192.0.2.1', requestId: undefined });
  const interrupted = { ...services, denyList, store: dieAfter(store, 0) };
  const subscriptionId = session.order?.subscriptionId ?? '';
  void revokeSubscription(interrupted, subscriptionId);
  await expect.poll(() => denyList.isRevoked(subscriptionId)).toBe(true);
  expect(await findIssuedKey(services, session)).toBeUndefined();
});

test('a buyer without an Idempotency-Key who lost the response gets the same key for ten minutes, and then none', async () => {
  const library = makeLibrary('http://localhost:4321').open;
  let at = Date.UTC(2026, 10, 28);
  const now = () => at;
  const services = {
    store: createMemoryStore(now),
    library,
    now,
    randomBytes,
    ledger: noLedger,
    keyring: createTestKeyring(),
  };
  const { id } = await openCheckout(services, [readDefaultLine(library.tiers)]);
  const complete = (requestId?: string) => completeCheckout(services, id, { clientAddress: '192.0.2.1', requestId });
  const session = await complete();
  at += 10 * 60_000 - 1;
  expect(await complete()).toEqual(session);
  await expect(complete('a request with a key')).rejects.toMatchObject({ code: 'checkout_closed' });
  at += 1;
  await expect(complete()).rejects.toMatchObject({ code: 'checkout_closed' });
});

test('a checkout completed with an Idempotency-Key gives its key to no request without it, and a canceled one to none', async () => {
  const library = makeLibrary('http://localhost:4321').open;
  const services = {
    store: createMemoryStore(Date.now),
    library,
    now: Date.now,
    randomBytes,
    ledger: noLedger,
    keyring: createTestKeyring(),
  };
  const keyless = { clientAddress: '192.0.2.1', requestId: undefined };
  const [completed, canceled] = await Promise.all(
    [1, 2].map(() => openCheckout(services, [readDefaultLine(library.tiers)])),
  );
  await completeCheckout(services, completed?.id ?? '', { ...keyless, requestId: 'its own' });
  await cancelCheckout(services, canceled?.id ?? '');
  for (const session of [completed, canceled]) {
    await expect(completeCheckout(services, session?.id ?? '', keyless)).rejects.toMatchObject({
      code: 'checkout_closed',
    });
  }
});
