import type { Store } from '../../store/store.ts';
import type { PaymentTerms } from '../publication.ts';
import { checkPayment, type PaymentRefusal } from './check.ts';
import { parsePayment } from './payload.ts';
import { claimPaymentId, claimPaymentNonce, claimSignInNonce, hasPurchase, recordPurchase } from './records.ts';
import { checkSignIn, type SignInRefusal } from './sign-in.ts';
import { fingerprintText } from './signature.ts';

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

export interface PaymentDependencies {
  store: Store;
  terms: PaymentTerms;
  /** Epoch milliseconds. */
  now(): number;
}

export type PaymentOutcome =
  /** `fingerprint` is the same for a repeat and different for any other payment. */
  | { kind: 'settled'; settlement: Settlement; fingerprint: string; amount: string; version: 1 | 2 }
  | { kind: 'refused'; reason: PaymentRefusal; payer?: string; version: 1 | 2 }
  /** x402 extension payment-identifier: the id was used with another payment. */
  | { kind: 'conflict'; payer: string }
  | { kind: 'malformed'; detail: string };

/**
 * Verifies one x402 payment (parsed JSON, version 1 or 2) for one article, without any request to anybody, and records it.
 * The nonce is spent before the purchase is written: a failure between the two costs a new signature, never a free copy.
 * Throws `StoreUnavailable` when it cannot be recorded: nothing is then granted.
 */
export async function settlePayment(
  { store, terms, now }: PaymentDependencies,
  about: { slug: string; baseUnits: string; payload: unknown },
): Promise<PaymentOutcome> {
  const { slug, baseUnits, payload } = about;
  const parsed = parsePayment(payload);
  if (parsed.kind === 'malformed') return parsed;
  if (parsed.kind === 'unknown-version') return { kind: 'refused', reason: 'invalid_x402_version', version: 2 };
  const { version, paymentId } = parsed.claim;
  const check = checkPayment(parsed.claim, { terms, baseUnits, nowSeconds: Math.floor(now() / 1000) });
  if (check.kind === 'malformed') return check;
  if (check.kind === 'refused') return { ...check, version };

  const { payer, authorization } = check;
  const nonce = authorization.nonce.toLowerCase();
  const fingerprint = fingerprintText(JSON.stringify([slug, payer, nonce]));
  if (paymentId !== undefined && !(await claimPaymentId(store, { payer, paymentId, fingerprint }))) {
    return { kind: 'conflict', payer };
  }
  const goodForMs = Number(authorization.validBefore) * 1000 - now();
  if (!(await claimPaymentNonce(store, { payer, nonce, paymentId, fingerprint, goodForMs }))) {
    return { kind: 'refused', reason: 'invalid_exact_evm_nonce_already_used', payer, version };
  }
  await recordPurchase(store, { payer, slug, paidAt: now() });
  return { kind: 'settled', settlement: settle(slug, payer), fingerprint, amount: authorization.value, version };
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
  const { slug, resource } = about;
  const check = checkSignIn(about.signIn, { resource, network: terms.network, now: now() });
  if (check.kind !== 'sound') return check;
  const { payer, nonce, goodForMs } = check;
  // Asked before the nonce is spent, so that strangers leave nothing behind in the store.
  if (!(await hasPurchase(store, { payer, slug }))) return { kind: 'refused', reason: 'no_purchase' };
  if (!(await claimSignInNonce(store, { payer, nonce, slug, goodForMs }))) {
    return { kind: 'refused', reason: 'invalid_siwx_nonce' };
  }
  return { kind: 'readmitted', settlement: settle(slug, payer) };
}
