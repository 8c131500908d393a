import type { Mirror } from '../../contract/urls.ts';
import type { PublicArticle } from '../../library/library.ts';
import { readArticlePrice, toBaseUnits } from '../../library/price.ts';
import type { Caller } from '../access/caller.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Resources } from '../resources.ts';
import {
  claimPayment,
  claimPaymentId,
  claimSignInNonce,
  findPayment,
  finishPayment,
  type PurchaseTerms,
} from './payment-records.ts';
import {
  type ArticleIdentity,
  type ArticleRecords,
  addToAccount,
  hasPurchase,
  identifyArticle,
  isBought,
  recordPurchase,
} from './purchases.ts';
import { checkSignIn, type SignInErrorReason } from './sign-in.ts';
import { fingerprintText, type TransferAuthorization } from './signature.ts';
import { checkPayment, type PaymentErrorReason, parsePayment } from './verify-payment.ts';

/** An unverified payment or sign-in that came with a request for an article. */
export type PaymentAttempt =
  /** The parsed JSON of one x402 payment, version 1 or 2. */
  | { kind: 'payment'; payload: unknown }
  /** The parsed JSON of sign-in-with-x. */
  | { kind: 'sign-in'; message: unknown }
  /** There was one, but it cannot be read. */
  | { kind: 'malformed'; detail: string };

/** A payment that was verified, recorded against replay and accepted for one article. */
export interface SettledPayment {
  kind: 'settled';
  /** Lower-case 0x address of the wallet. */
  payer: string;
  /** The same for a repeat, different for any other payment. */
  fingerprint: string;
  /** Base units of the token. */
  amount: string;
  version: 1 | 2;
}

/** A payment attempt that could be read and opens nothing. */
export type FailedPayment =
  | { kind: 'failed'; attempt: 'payment'; reason: PaymentErrorReason; payer?: string; version: 1 | 2 }
  /** x402 extension payment-identifier: the id was used with another payment. */
  | { kind: 'failed'; attempt: 'payment'; reason: 'payment_identifier_conflict'; payer: string; version: 2 }
  | { kind: 'failed'; attempt: 'sign-in'; reason: SignInErrorReason };

export type PaymentResult =
  | SettledPayment
  /** A wallet that has paid for this article before. */
  | { kind: 'readmitted'; payer: string }
  | FailedPayment
  | { kind: 'no-purchase' }
  | { kind: 'malformed'; detail: string };

export type PaymentServices = ArticleRecords &
  Pick<Resources, 'store' | 'publication' | 'library' | 'urls' | 'now'> & { ledger: Ledger };

interface About<Kind extends PaymentAttempt['kind']> {
  article: PublicArticle;
  mirror: Mirror;
  caller: Caller;
  attempt: Extract<PaymentAttempt, { kind: Kind }>;
  /**
   * Is there what the payer wants to read of the article? Asked only once the purchase is recorded; absent: there is.
   */
  hasIt?: (() => Promise<boolean>) | undefined;
}

/** The price of an article, or of one without a price of its own: base units of the token, as a decimal string. */
export function readBaseUnits(
  { publication, library }: Pick<Resources, 'publication' | 'library'>,
  article?: PublicArticle,
): string {
  return toBaseUnits(readArticlePrice(library.tiers, article).price, publication.payment.assetDecimals);
}

/**
 * Processes a payment attempt for one article, without a request to any other service.
 * Throws `StoreUnavailable` when it cannot be stored; access is not granted then.
 */
export function processPayment(
  services: PaymentServices,
  about: About<PaymentAttempt['kind']>,
): Promise<PaymentResult> {
  const { attempt, ...rest } = about;
  switch (attempt.kind) {
    case 'payment':
      return settlePayment(services, { ...rest, attempt });
    case 'sign-in':
      return readmitPayer(services, { ...rest, attempt });
    case 'malformed':
      return Promise.resolve(attempt);
  }
}

/**
 * Verifies one x402 payment and stores it: the nonce is taken, the purchase is stored, the payment is completed. Only
 * the request that completes it gets the article. After an interruption, sending the payment again repeats the same
 * steps, at the price that it had and for the article that it bought, though a release has changed or renamed that.
 */
async function settlePayment(services: PaymentServices, about: About<'payment'>): Promise<PaymentResult> {
  const { store, now } = services;
  const { article, mirror, caller, attempt } = about;
  const parsed = parsePayment(attempt.payload);
  if (parsed.kind === 'malformed') return parsed;
  if (parsed.kind === 'unknown-version') {
    return { kind: 'failed', attempt: 'payment', reason: 'invalid_x402_version', version: 2 };
  }
  const { version, paymentId, transfer } = parsed.claim;
  const { identity, terms, first } = await findTerms(services, article, transfer?.authorization);
  const check = checkPayment(parsed.claim, {
    terms: services.publication.payment,
    resources: [...listNames(services, article), terms.slug].map((name) => services.urls.apiArticle(name, mirror)),
    baseUnits: toBaseUnits(terms.price, services.publication.payment.assetDecimals),
    nowSeconds: Math.floor(now() / 1000),
  });
  if (check.kind === 'malformed') return check;
  if (check.kind === 'refused') return { ...check, kind: 'failed', attempt: 'payment', version };

  const { authorization } = check;
  const { payer, nonce } = identifyTransfer(authorization);
  const fingerprint =
    first.kind === 'same' ? first.fingerprint : fingerprintText(JSON.stringify([article.id, payer, nonce]));
  if (paymentId !== undefined && !(await claimPaymentId(store, { payer, paymentId, fingerprint }))) {
    return { kind: 'failed', attempt: 'payment', reason: 'payment_identifier_conflict', payer, version: 2 };
  }
  const reason = 'invalid_exact_evm_nonce_already_used';
  const spent: FailedPayment = { kind: 'failed', attempt: 'payment', reason, payer, version };
  if (first.kind === 'other') return spent;
  const goodForMs = Number(authorization.validBefore) * 1000 - now();
  const payment = { payer, nonce, paymentId, fingerprint, goodForMs };
  const accountId = caller.kind === 'subscriber' ? caller.id : undefined;
  const state = await claimPayment(store, { ...payment, pending: { paidAt: terms.paidAt, accountId }, terms });
  if (state.kind === 'spent') return spent;
  const bought = { payer, article: identity };
  if (state.kind === 'pending') {
    await recordBoth(services, { ...bought, ...state.pending });
    // Sent again, it opens what there is of the article.
    if (about.hasIt && !(await about.hasIt())) return { kind: 'readmitted', payer };
    if (!(await finishPayment(store, payment))) return spent;
    if (mirror === 'live') services.ledger.count(article.id, `sale:${terms.price}`);
  }
  // The name may belong to another article since the payment came first.
  if (state.kind === 'repeat' && !(await hasPurchase(store, { ...bought, now: now() }))) return spent;
  return { kind: 'settled', payer, fingerprint, amount: authorization.value, version };
}

/**
 * The terms of a payment for an article: those of the same payment, if it came before, or else the present ones.
 * @returns `first: other` when its nonce is that of a payment for another article, which may have had the same name
 */
async function findTerms(
  services: PaymentServices,
  article: PublicArticle,
  authorization: TransferAuthorization | undefined,
): Promise<{
  identity: ArticleIdentity;
  terms: PurchaseTerms;
  first: { kind: 'same'; fingerprint: string } | { kind: 'other' | 'none' };
}> {
  const identity = identifyArticle(services, article);
  const seen = authorization && (await findPayment(services.store, identifyTransfer(authorization)));
  if (seen?.terms && isBought(identity, seen.terms)) {
    return { identity, terms: seen.terms, first: { kind: 'same', fingerprint: seen.fingerprint } };
  }
  const { id: name, slug } = article;
  const { price } = readArticlePrice(services.library.tiers, article);
  const terms = { name, slug, marks: [...identity.marks], paidAt: services.now(), price };
  return { identity, terms, first: { kind: seen?.terms ? 'other' : 'none' } };
}

function identifyTransfer({ from, nonce }: TransferAuthorization): { payer: string; nonce: string } {
  return { payer: from.toLowerCase(), nonce: nonce.toLowerCase() };
}

/** The present slug of an article and its former ones. */
function listNames({ catalogue }: Pick<ArticleRecords, 'catalogue'>, { id, slug, aliases }: PublicArticle): string[] {
  return [slug, id, ...aliases].filter((name) => catalogue.presentSlug(name) === slug);
}

/** Records a purchase where its wallet finds it and, if it was made with a credential, on the account of that. */
async function recordBoth(
  { store, now }: Pick<Resources, 'store' | 'now'>,
  about: { payer: string; article: ArticleIdentity; paidAt: number; accountId?: string | undefined },
): Promise<void> {
  const { accountId } = about;
  await Promise.all([
    recordPurchase(store, { ...about, now: now() }),
    accountId === undefined ? undefined : addToAccount(store, accountId, about),
  ]);
}

/**
 * Readmits a wallet that has paid for the article: x402 extension sign-in-with-x, verified offline. Each signed message
 * works once, and only for the article whose URL it names.
 */
async function readmitPayer(services: PaymentServices, about: About<'sign-in'>): Promise<PaymentResult> {
  const { store, publication, urls, now } = services;
  const { article, mirror, attempt } = about;
  const resource = urls.apiArticle(article.slug, mirror);
  const check = checkSignIn(attempt.message, { resource, network: publication.payment.network, now: now() });
  if (check.kind === 'malformed') return check;
  if (check.kind === 'refused') return { kind: 'failed', attempt: 'sign-in', reason: check.reason };
  const { payer, nonce, goodForMs } = check;
  // Asked before the nonce is spent, so that strangers leave nothing behind in the store.
  const bought = { payer, article: identifyArticle(services, article), now: now() };
  if (!(await hasPurchase(store, bought))) return { kind: 'no-purchase' };
  if (!(await claimSignInNonce(store, { payer, nonce, slug: article.slug, goodForMs }))) {
    return { kind: 'failed', attempt: 'sign-in', reason: 'invalid_siwx_nonce' };
  }
  return { kind: 'readmitted', payer };
}
