import { z } from 'zod';
import { dayMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';

/**
 * Nonces outlive what they stand for by this much: expired records are removed, so a clock that is set forward and back
 * by less would let a spent payment open again.
 */
const skewMs = 7 * dayMs;

/** The record a payment writes before it opens anything. Sending a pending payment again completes the same one. */
const PendingPayment = z.object({
  paidAt: z.int(),
  /** Whose account lists the purchase: that of the caller who sent the payment first. */
  accountId: z.string().optional(),
});
type PendingPayment = z.infer<typeof PendingPayment>;

/** Article and price of a payment when it came first: sent again after a release, it is finished on these terms. */
const PurchaseTerms = z.object({
  /** ID and slug of the article. */
  name: z.string(),
  slug: z.string(),
  marks: z.array(z.string()),
  paidAt: z.int(),
  /** Major units. */
  price: z.number(),
});
export type PurchaseTerms = z.infer<typeof PurchaseTerms>;

/** One for each wallet and EIP-3009 nonce, as long as the authorization could be shown again. */
const paymentNonces = record({
  prefix: 'payment-nonce',
  schema: z.object({
    fingerprint: z.string(),
    paymentId: z.string().optional(),
    /** Absent once the payment has opened its article. */
    pending: PendingPayment.optional(),
    /** Absent where a release without terms wrote the payment. */
    terms: PurchaseTerms.optional(),
  }),
  ttlMs: skewMs,
});

/** One for each wallet and payment-identifier. */
const paymentIds = record({ prefix: 'payment-id', schema: z.object({ fingerprint: z.string() }), ttlMs: skewMs });

/** One for each wallet and sign-in-with-x nonce. */
const signInNonces = record({ prefix: 'sign-in-nonce', schema: z.object({ slug: z.string() }), ttlMs: skewMs });

export interface PaymentIdentity {
  payer: string;
  nonce: string;
  paymentId: string | undefined;
  /** The same for a repeat, different for any other payment. */
  fingerprint: string;
}

/** The payment of this wallet that took the nonce, if one has. */
export function findPayment(store: Store, { payer, nonce }: Pick<PaymentIdentity, 'payer' | 'nonce'>) {
  return paymentNonces.find(store, `${payer}:${nonce}`);
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

export type PaymentState =
  | { kind: 'pending'; pending: PendingPayment }
  /** The repeat of a payment with a name, which may come again. */
  | { kind: 'repeat' }
  /** It has opened its article, or the nonce is that of another payment. */
  | { kind: 'spent' };

/**
 * Takes the nonce of a payment. It stays pending until `finishPayment`, so that a payment that was interrupted can be
 * sent again.
 * @param about.pending what is to be recorded, if this is the first time that the payment is seen
 */
export function claimPayment(
  store: Store,
  about: PaymentIdentity & { goodForMs: number; pending: PendingPayment; terms: PurchaseTerms },
): Promise<PaymentState> {
  const { payer, nonce, paymentId, fingerprint, pending, terms } = about;
  const ttlMs = about.goodForMs + skewMs;
  return paymentNonces.update<PaymentState>(store, `${payer}:${nonce}`, (seen) => {
    if (!seen) {
      const value = { fingerprint, paymentId, pending, terms };
      return { op: 'put', value, ttlMs, result: { kind: 'pending', pending } };
    }
    if (seen.fingerprint !== fingerprint) return { op: 'keep', result: { kind: 'spent' } };
    if (seen.pending) return { op: 'keep', result: { kind: 'pending', pending: seen.pending } };
    const isRepeat = paymentId !== undefined && seen.paymentId === paymentId;
    return { op: 'keep', result: { kind: isRepeat ? 'repeat' : 'spent' } };
  });
}

/**
 * Ends a pending payment whose purchase is recorded.
 * @returns true for one of all who sent it, in whatever process; for the others only when the payment has a name
 */
export function finishPayment(store: Store, about: PaymentIdentity & { goodForMs: number }): Promise<boolean> {
  const { payer, nonce, paymentId, fingerprint } = about;
  const ttlMs = about.goodForMs + skewMs;
  return paymentNonces.update<boolean>(store, `${payer}:${nonce}`, (seen) =>
    !seen || seen.pending
      ? { op: 'put', value: { paymentId, ...seen, fingerprint, pending: undefined }, ttlMs, result: true }
      : { op: 'keep', result: paymentId !== undefined && seen.paymentId === paymentId },
  );
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
