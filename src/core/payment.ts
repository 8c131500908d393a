import type { Store } from '../store/store.ts';
import { checkPayment, type PaymentRefusal } from './payment-check.ts';
import { parsePayment } from './payment-payload.ts';
import { checkSignIn, type SignInRefusal } from './payment-sign-in.ts';
import { fingerprint, type TransferAuthorization } from './payment-signature.ts';
import type { PaymentTerms } from './publication.ts';

let settle: (slug: string, payer: string) => Settlement;

/** A payment that was verified, recorded against replay and accepted for one article. Only this module makes one. */
export class Settlement {
  readonly #slug: string;
  /** Lower-case 0x address. */
  readonly payer: string;

  static {
    settle = (slug, payer) => new Settlement(slug, payer);
  }

  private constructor(slug: string, payer: string) {
    this.#slug = slug;
    this.payer = payer;
  }

  get slug(): string {
    return this.#slug;
  }
}

/** How long a wallet that paid once may read the article again by signing in. */
export const purchaseTtlMs = 365 * 24 * 60 * 60 * 1000;

const paymentIdTtlMs = 24 * 60 * 60 * 1000;

/** Nonces outlive their authorization by this much, in case the clocks of two processes differ. */
const skewMs = 60_000;

export interface PaymentDependencies {
  store: Store;
  terms: PaymentTerms;
  /** Epoch milliseconds. */
  now(): number;
}

export type PaymentOutcome =
  /** `fingerprint` is the same for a repeat and different for any other payment. */
  | { kind: 'settled'; settlement: Settlement; fingerprint: string; version: 1 | 2 }
  | { kind: 'refused'; reason: PaymentRefusal; payer?: string; version: 1 | 2 }
  /** x402 extension payment-identifier: the id was used with another payment. */
  | { kind: 'conflict'; payer: string }
  | { kind: 'malformed'; detail: string };

const purchaseKey = (payer: string, slug: string) => `purchase:${payer}:${slug}`;

async function claimPaymentId(store: Store, about: { payer: string; paymentId: string; print: string }) {
  return store.update<'ours' | 'taken'>(`payment-id:${about.payer}:${about.paymentId}`, (seen) => {
    if (seen === undefined) return { op: 'put', value: about.print, ttlMs: paymentIdTtlMs, result: 'ours' };
    return { op: 'keep', result: seen === about.print ? 'ours' : 'taken' };
  });
}

/** One authorization pays once, in whatever process and after whatever restart; only a payment that names itself may be repeated. */
async function claimNonce(
  { store, now }: PaymentDependencies,
  about: { payer: string; authorization: TransferAuthorization; print: string; paymentId: string | undefined },
) {
  const { payer, authorization, print, paymentId } = about;
  const value = `${print} ${paymentId ?? ''}`;
  const ttlMs = Number(authorization.validBefore) * 1000 - now() + skewMs;
  return store.update<'ours' | 'used'>(`payment-nonce:${payer}:${authorization.nonce.toLowerCase()}`, (seen) => {
    if (seen === undefined) return { op: 'put', value, ttlMs, result: 'ours' };
    return { op: 'keep', result: paymentId !== undefined && seen === value ? 'ours' : 'used' };
  });
}

/**
 * Verifies one x402 payment (parsed JSON, version 1 or 2) for one article, without any request to anybody, and records it.
 * Throws `StoreUnavailable` when it cannot be recorded: nothing is then granted.
 */
export async function settlePayment(
  dependencies: PaymentDependencies,
  about: { slug: string; baseUnits: string; payload: unknown },
): Promise<PaymentOutcome> {
  const { store, terms, now } = dependencies;
  const parsed = parsePayment(about.payload);
  if (parsed.kind === 'malformed') return parsed;
  if (parsed.kind === 'unknown-version') return { kind: 'refused', reason: 'invalid_x402_version', version: 2 };
  const { claim } = parsed;
  const check = checkPayment(claim, { terms, baseUnits: about.baseUnits, nowSeconds: Math.floor(now() / 1000) });
  if (check.kind === 'malformed') return check;
  if (check.kind === 'refused') return { ...check, version: claim.version };

  const { payer, authorization } = check;
  const { slug } = about;
  const { paymentId } = claim;
  const print = fingerprint(JSON.stringify([slug, payer, authorization.value, authorization.nonce.toLowerCase()]));
  if (paymentId !== undefined && (await claimPaymentId(store, { payer, paymentId, print })) === 'taken') {
    return { kind: 'conflict', payer };
  }
  if ((await claimNonce(dependencies, { payer, authorization, print, paymentId })) === 'used') {
    return { kind: 'refused', reason: 'invalid_exact_evm_nonce_already_used', payer, version: claim.version };
  }
  const value = JSON.stringify({ paidAt: now() });
  await store.update(purchaseKey(payer, slug), () => ({ op: 'put', value, ttlMs: purchaseTtlMs, result: undefined }));
  return { kind: 'settled', settlement: settle(slug, payer), fingerprint: print, version: claim.version };
}

export type ReadmissionOutcome =
  | { kind: 'readmitted'; settlement: Settlement }
  | { kind: 'refused'; reason: SignInRefusal | 'no_purchase' }
  | { kind: 'malformed'; detail: string };

/**
 * Lets a wallet that has paid for the article in again: x402 extension sign-in-with-x, checked offline.
 * Each signed message works once and only for the article whose address it names.
 */
export async function readmitPayer(
  { store, terms, now }: PaymentDependencies,
  about: { slug: string; resource: string; signIn: unknown },
): Promise<ReadmissionOutcome> {
  const check = checkSignIn(about.signIn, { resource: about.resource, network: terms.network, now: now() });
  if (check.kind !== 'sound') return check;
  const { payer, nonce, goodForMs } = check;
  // Asked before the nonce is spent, so that strangers leave nothing behind in the store.
  if ((await store.get(purchaseKey(payer, about.slug))) === undefined)
    return { kind: 'refused', reason: 'no_purchase' };
  const ttlMs = goodForMs + skewMs;
  const isFresh = await store.update<boolean>(`sign-in-nonce:${payer}:${nonce}`, (seen) =>
    seen === undefined ? { op: 'put', value: about.slug, ttlMs, result: true } : { op: 'keep', result: false },
  );
  if (!isFresh) return { kind: 'refused', reason: 'invalid_siwx_nonce' };
  return { kind: 'readmitted', settlement: settle(about.slug, payer) };
}
