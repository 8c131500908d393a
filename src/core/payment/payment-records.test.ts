import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../tests/store/clock.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { claimPayment, claimPaymentId, claimSignInNonce, finishPayment } from './payment-records.ts';

function open() {
  const clock = createTestClock();
  return { ...clock, store: createMemoryStore(clock.now) };
}

const payment = {
  payer: '0xabc',
  nonce: '0x01',
  paymentId: undefined,
  fingerprint: 'one',
  goodForMs: 300_000,
  pending: { paidAt: 5 },
  terms: { name: 'id', slug: 'slug', marks: [], paidAt: 5, price: 0.05 },
};
const weekMs = 7 * 86_400_000;
const pending = { kind: 'pending', pending: { paidAt: 5 } };

describe('the nonce of a payment', () => {
  test('is stored a week longer than its authorization is valid, in case a clock is set', async () => {
    const { store, pass } = open();
    expect(await claimPayment(store, payment)).toEqual(pending);
    await finishPayment(store, payment);
    await pass(300_000 + weekMs - 1);
    expect(await claimPayment(store, payment)).toEqual({ kind: 'spent' });
    await pass(1);
    expect(await claimPayment(store, payment)).toEqual(pending);
  });

  test('counts for one wallet', async () => {
    const { store } = open();
    await claimPayment(store, payment);
    await finishPayment(store, payment);
    for (const other of [{ payer: '0xdef' }, { nonce: '0x02' }])
      expect(await claimPayment(store, { ...payment, ...other })).toEqual(pending);
  });

  test('may come again only with the same name for the same payment', async () => {
    const { store } = open();
    const named = { ...payment, paymentId: 'a name' };
    expect(await claimPayment(store, named)).toEqual(pending);
    expect(await finishPayment(store, named)).toBe(true);
    expect(await claimPayment(store, named)).toEqual({ kind: 'repeat' });
    expect(await finishPayment(store, named)).toBe(true);
    for (const other of [{ paymentId: 'another' }, { fingerprint: 'two' }, { paymentId: undefined }])
      expect(await claimPayment(store, { ...named, ...other })).toEqual({ kind: 'spent' });
  });

  test('that a release without pending payments wrote is spent', async () => {
    const { store } = open();
    const value = JSON.stringify({ fingerprint: 'one' });
    await store.update('payment-nonce:0xabc:0x01', () => ({ op: 'put', value, ttlMs: 1_000, result: undefined }));
    expect(await claimPayment(store, payment)).toEqual({ kind: 'spent' });
  });
});

test('the name of a payment is its own for a week, for one wallet', async () => {
  const { store, pass } = open();
  const named = { payer: '0xabc', paymentId: 'a name', fingerprint: 'one' };
  expect(await claimPaymentId(store, named)).toBe(true);
  expect(await claimPaymentId(store, named)).toBe(true);
  expect(await claimPaymentId(store, { ...named, fingerprint: 'two' })).toBe(false);
  expect(await claimPaymentId(store, { ...named, payer: '0xdef', fingerprint: 'two' })).toBe(true);
  await pass(weekMs);
  expect(await claimPaymentId(store, { ...named, fingerprint: 'two' })).toBe(true);
});

test('a signed message counts once, for a week longer than it is good for', async () => {
  const { store, pass } = open();
  const message = { payer: '0xabc', nonce: 'n', slug: 's', goodForMs: 100_000 };
  expect(await claimSignInNonce(store, message)).toBe(true);
  await pass(weekMs + 99_999);
  expect(await claimSignInNonce(store, message)).toBe(false);
  expect(await claimSignInNonce(store, { ...message, payer: '0xdef' })).toBe(true);
  await pass(1);
  expect(await claimSignInNonce(store, message)).toBe(true);
});
