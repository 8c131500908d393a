import { z } from 'zod';
import { record } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { dayMs, minuteMs, yearMs } from '../durations.ts';

/** Nonces outlive what they stand for by this much, in case the clocks of two processes differ. */
const skewMs = minuteMs;

/** One for each wallet and article: what lets a payer in again for a year. */
const purchases = record({ prefix: 'purchase', schema: z.object({ paidAt: z.int() }), ttlMs: yearMs });

/** What was paid for while a credential was shown, by the id of its holder: the newest last. */
const accountPurchases = record({
  prefix: 'account-purchases',
  schema: z.array(z.object({ slug: z.string(), paidAt: z.int() })),
  ttlMs: yearMs,
});

/** More than anybody buys singly; what is older is not told any more. */
const mostOnAccount = 500;

/** One for each wallet and EIP-3009 nonce, as long as the authorization could be shown again. */
const paymentNonces = record({
  prefix: 'payment-nonce',
  schema: z.object({ fingerprint: z.string(), paymentId: z.string().optional() }),
  ttlMs: dayMs,
});

/** One for each wallet and payment-identifier. */
const paymentIds = record({ prefix: 'payment-id', schema: z.object({ fingerprint: z.string() }), ttlMs: dayMs });

/** One for each wallet and sign-in-with-x nonce. */
const signInNonces = record({ prefix: 'sign-in-nonce', schema: z.object({ slug: z.string() }), ttlMs: dayMs });

export interface PaymentIdentity {
  payer: string;
  nonce: string;
  /** Of the payment-identifier extension. */
  paymentId: string | undefined;
  /** The same for a repeat, different for any other payment. */
  fingerprint: string;
}

/** Is this name of a payment free, or this very payment's? */
export function claimPaymentId(store: Store, about: { payer: string; paymentId: string; fingerprint: string }) {
  const { payer, paymentId, fingerprint } = about;
  return paymentIds.update<boolean>(store, `${payer}:${paymentId}`, (seen) =>
    seen
      ? { op: 'keep', result: seen.fingerprint === fingerprint }
      : { op: 'put', value: { fingerprint }, result: true },
  );
}

/** True once for each authorization, in whatever process and after whatever restart; again only for a payment with a name. */
export function claimPaymentNonce(store: Store, about: PaymentIdentity & { goodForMs: number }) {
  const { payer, nonce, paymentId, fingerprint } = about;
  const ttlMs = about.goodForMs + skewMs;
  return paymentNonces.update<boolean>(store, `${payer}:${nonce}`, (seen) => {
    if (!seen) return { op: 'put', value: { fingerprint, paymentId }, ttlMs, result: true };
    const isRepeat = paymentId !== undefined && seen.paymentId === paymentId && seen.fingerprint === fingerprint;
    return { op: 'keep', result: isRepeat };
  });
}

/** Lets the wallet in again for a year, counted from its last payment. */
export function recordPurchase(store: Store, about: { payer: string; slug: string; paidAt: number }) {
  const { payer, slug, paidAt } = about;
  return purchases.update(store, `${payer}:${slug}`, () => ({ op: 'put', value: { paidAt }, result: undefined }));
}

/** Has this wallet paid for this article within a year? */
export async function hasPurchase(store: Store, about: { payer: string; slug: string }): Promise<boolean> {
  return (await purchases.find(store, `${about.payer}:${about.slug}`)) !== undefined;
}

/** Puts a purchase beside the others of a key or token. A repeat of it is one purchase. */
export function noteOnAccount(store: Store, id: string, bought: { slug: string; paidAt: number }) {
  return accountPurchases.update(store, id, (seen = []) => {
    const others = seen.filter(({ slug }) => slug !== bought.slug);
    return { op: 'put', value: [...others, bought].slice(-mostOnAccount), result: undefined };
  });
}

/** @returns what was bought with this key or token, the newest last; `paidAt` in epoch milliseconds */
export async function listAccountPurchases(store: Store, id: string): Promise<{ slug: string; paidAt: number }[]> {
  return (await accountPurchases.find(store, id)) ?? [];
}

/** True once for each signed message. */
export function claimSignInNonce(
  store: Store,
  about: { payer: string; nonce: string; slug: string; goodForMs: number },
) {
  const { payer, nonce, slug, goodForMs } = about;
  return signInNonces.update<boolean>(store, `${payer}:${nonce}`, (seen) =>
    seen ? { op: 'keep', result: false } : { op: 'put', value: { slug }, ttlMs: goodForMs + skewMs, result: true },
  );
}
