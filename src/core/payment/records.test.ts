import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../tests/store/clock.ts';
import { createMemoryStore } from '../../store/memory.ts';
import {
  claimPaymentId,
  claimPaymentNonce,
  claimSignInNonce,
  hasPurchase,
  listAccountPurchases,
  noteOnAccount,
  recordPurchase,
} from './records.ts';

function open() {
  const clock = createTestClock();
  return { ...clock, store: createMemoryStore(clock.now) };
}

const payment = { payer: '0xabc', nonce: '0x01', paymentId: undefined, fingerprint: 'one', goodForMs: 300_000 };

describe('the nonce of a payment', () => {
  test('is kept a minute longer than its authorization is good for, as the clocks of two processes differ', async () => {
    const { store, pass } = open();
    expect(await claimPaymentNonce(store, payment)).toBe(true);
    await pass(300_000 + 59_999);
    expect(await claimPaymentNonce(store, payment)).toBe(false);
    await pass(1);
    expect(await claimPaymentNonce(store, payment)).toBe(true);
  });

  test('counts for one wallet', async () => {
    const { store } = open();
    await claimPaymentNonce(store, payment);
    expect(await claimPaymentNonce(store, { ...payment, payer: '0xdef' })).toBe(true);
    expect(await claimPaymentNonce(store, { ...payment, nonce: '0x02' })).toBe(true);
  });

  test('may come again only with the same name for the same payment', async () => {
    const { store } = open();
    const named = { ...payment, paymentId: 'a name' };
    expect(await claimPaymentNonce(store, named)).toBe(true);
    expect(await claimPaymentNonce(store, named)).toBe(true);
    expect(await claimPaymentNonce(store, { ...named, paymentId: 'another' })).toBe(false);
    expect(await claimPaymentNonce(store, { ...named, fingerprint: 'two' })).toBe(false);
    expect(await claimPaymentNonce(store, { ...named, paymentId: undefined })).toBe(false);
  });
});

test('the name of a payment is its own for a day, for one wallet', async () => {
  const { store, pass } = open();
  const named = { payer: '0xabc', paymentId: 'a name', fingerprint: 'one' };
  expect(await claimPaymentId(store, named)).toBe(true);
  expect(await claimPaymentId(store, named)).toBe(true);
  expect(await claimPaymentId(store, { ...named, fingerprint: 'two' })).toBe(false);
  expect(await claimPaymentId(store, { ...named, payer: '0xdef', fingerprint: 'two' })).toBe(true);
  await pass(86_400_000);
  expect(await claimPaymentId(store, { ...named, fingerprint: 'two' })).toBe(true);
});

test('a signed message counts once, for a minute longer than it is good for', async () => {
  const { store, pass } = open();
  const message = { payer: '0xabc', nonce: 'n', slug: 's', goodForMs: 100_000 };
  expect(await claimSignInNonce(store, message)).toBe(true);
  await pass(159_999);
  expect(await claimSignInNonce(store, message)).toBe(false);
  expect(await claimSignInNonce(store, { ...message, payer: '0xdef' })).toBe(true);
  await pass(1);
  expect(await claimSignInNonce(store, message)).toBe(true);
});

test('a purchase lets its wallet in again for a year, to its article', async () => {
  const { store, pass, now } = open();
  await recordPurchase(store, { payer: '0xabc', slug: 's', paidAt: now() });
  await pass(365 * 86_400_000 - 1);
  expect(await hasPurchase(store, { payer: '0xabc', slug: 's' })).toBe(true);
  expect(await hasPurchase(store, { payer: '0xabc', slug: 't' })).toBe(false);
  expect(await hasPurchase(store, { payer: '0xdef', slug: 's' })).toBe(false);
  await pass(1);
  expect(await hasPurchase(store, { payer: '0xabc', slug: 's' })).toBe(false);
});

test('an account lists what was bought last, each article once, and no more than 500', async () => {
  const { store } = open();
  expect(await listAccountPurchases(store, 'k')).toEqual([]);
  for (let at = 0; at < 502; at += 1) await noteOnAccount(store, 'k', { slug: `s${at}`, paidAt: at });
  await noteOnAccount(store, 'k', { slug: 's500', paidAt: 900 });
  const bought = await listAccountPurchases(store, 'k');
  expect(bought).toHaveLength(500);
  expect(bought.slice(-2)).toEqual([
    { slug: 's501', paidAt: 501 },
    { slug: 's500', paidAt: 900 },
  ]);
  expect(bought[0]).toEqual({ slug: 's2', paidAt: 2 });
  expect(await listAccountPurchases(store, 'other')).toEqual([]);
});
