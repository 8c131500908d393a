import type { Mirror } from '../../contract/urls.ts';
import type { FailedPayment, PaymentAttempt, SettledPayment } from '../../core/payment/settle.ts';
import { createSignInQuestions, drawNonce, type SignInInfo } from '../../core/payment/sign-in.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { PaymentTerms } from '../../library/publication-settings.ts';
import type { Call } from '../handler.ts';
import { type HttpRequest, type HttpResponse, jsonResponse, jsonType, splitList } from '../http.ts';
import { createChallengeBuilder } from './challenge.ts';
import { decodeHeader, encodeHeader, prepareHeader } from './header.ts';
import type { PaymentRequired } from './required.ts';

/**
 * Request headers a browser must be allowed to send. `Access-Control-Expose-Headers` is the name of a response header,
 * but the reference client sends it with its paid retry; mppx sends `Accept-Payment` with every request.
 */
export const paymentRequestHeaders = [
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
  'SIGN-IN-WITH-X',
  'Accept-Payment',
  'Access-Control-Expose-Headers',
] as const;

/** A request with one of these headers attempts a payment, so its response is never shared. */
export const paymentHeaders = ['payment-signature', 'x-payment', 'sign-in-with-x'] as const;

/** RFC 7240: does the request prefer a response with a receipt (`Prefer: receipt`)? */
export function prefersReceipt(headers: { get(name: string): string | null }): boolean {
  const preferences = splitList(headers.get('prefer') ?? '');
  return preferences.some((preference) => preference.split(/[;=]/)[0]?.trim().toLowerCase() === 'receipt');
}

/** Response headers a browser must be allowed to read. */
export const paymentResponseHeaders = ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'] as const;

/**
 * Reads the payment attempt of a request: PAYMENT-SIGNATURE (x402 v2), else X-PAYMENT (v1), else SIGN-IN-WITH-X. HEAD
 * returns the headers of GET, and a payment spent on it would buy nothing, so it makes no attempt.
 */
export function readPaymentAttempt({
  method,
  headers,
}: Pick<HttpRequest, 'method' | 'headers'>): PaymentAttempt | undefined {
  if (method !== 'GET') return undefined;
  const payment = headers.get('payment-signature') ?? headers.get('x-payment');
  if (payment !== null) {
    const decoded = decodeHeader(payment);
    return decoded.kind === 'json' ? { kind: 'payment', payload: decoded.value } : decoded;
  }
  const signIn = headers.get('sign-in-with-x');
  if (signIn === null) return undefined;
  const decoded = decodeHeader(signIn);
  return decoded.kind === 'json' ? { kind: 'sign-in', message: decoded.value } : decoded;
}

export interface ArticlePayments {
  /** The 402 of an article, or the 409 of a payment identifier that was used before. */
  refuse(
    article: PublicArticle,
    about: { mirror: Mirror; failed: FailedPayment | undefined; request: Call['request'] },
  ): HttpResponse;
  /** The one header of a 402 that is new each time, PAYMENT-REQUIRED. */
  freshChallenge(article: PublicArticle, mirror: Mirror): string;
  /** Headers of a 200 that a payment opened. */
  receiptHeaders(
    settled: SettledPayment,
    request: Call['request'],
    about: SignedReceipt,
  ): Readonly<Record<string, string>>;
}

interface ChallengeTemplate {
  text: string;
  required: PaymentRequired;
  /** The second for which the sign-in is valid. */
  issuedAt: string;
  writeHeader: (nonce: string) => string;
}

function challengeHeaders(required: string): Record<string, string> {
  return {
    'content-type': jsonType,
    'payment-required': required,
    'cache-control': 'no-store',
  };
}

/** Fills in everything but the nonce. The result is valid for one second. */
function fillTemplate(
  required: PaymentRequired,
  info: SignInInfo,
): Pick<ChallengeTemplate, 'issuedAt' | 'writeHeader'> {
  const { extensions } = required;
  const extended = { ...extensions, 'sign-in-with-x': { ...extensions['sign-in-with-x'], info } };
  const writeHeader = prepareHeader({ ...required, extensions: extended }, info.nonce);
  return { issuedAt: info.issuedAt, writeHeader };
}

/** x402 SettlementResponse. Its `transaction` is never one of a chain. */
interface Receipt {
  success: boolean;
  errorReason?: string;
  payer?: string;
  /** `sandbox:0x...` for a settled payment, empty for a refused one. */
  transaction: string;
  network: string;
  amount?: string;
  extensions: {
    /** The note is left out where a signed receipt says the same. */
    sandbox: { info: { synthetic: true; note?: string } };
    /**
     * Extension offer-receipt, a draft: `version` is that of its form, and a signature of `format` jws is the whole
     * JWS.
     */
    'offer-receipt'?: { info: { version: 1; receipt: { format: 'jws'; signature: string } } };
  };
}

const extensions = {
  sandbox: { info: { synthetic: true, note: 'Sandbox: nothing was sent to a chain and nothing was charged.' } },
} as const;

/**
 * The receipt of a payment; a failed sign-in is not a payment and has none.
 * @param signed the JWS of what was delivered
 */
export function writeReceipt(
  outcome: SettledPayment | FailedPayment,
  terms: PaymentTerms,
  signed?: string,
): Receipt | undefined {
  if (outcome.kind === 'failed' && outcome.attempt === 'sign-in') return undefined;
  const network = outcome.version === 1 ? terms.networkV1 : terms.network;
  if (outcome.kind === 'failed') {
    const { reason, payer } = outcome;
    return { success: false, errorReason: reason, ...(payer && { payer }), transaction: '', network, extensions };
  }
  const { payer, fingerprint, amount } = outcome;
  return {
    success: true,
    payer,
    transaction: `sandbox:${fingerprint}`,
    network,
    amount,
    extensions: {
      ...(signed
        ? {
            sandbox: { info: { synthetic: true } },
            'offer-receipt': { info: { version: 1, receipt: { format: 'jws', signature: signed } } },
          }
        : extensions),
    },
  };
}

/** The JWS of what was delivered, and the Link field that is sent with it. */
interface SignedReceipt {
  signed?: string | undefined;
  link?: string | undefined;
}

/** The block of headers then stays under 3.5 KB, which a proxy with buffers of 4 KB passes. */
const maxReceiptBytes = 2_400;

/**
 * The outcome of a payment, in the header of its version; nothing for a sign-in. A receipt that is too long for the
 * header, since it names a long URL twice, is in the body alone.
 */
export function writeReceiptHeaders(
  outcome: SettledPayment | FailedPayment,
  { headers }: Pick<HttpRequest, 'headers'>,
  terms: PaymentTerms,
  { signed, link = '' }: SignedReceipt = {},
): Readonly<Record<string, string>> {
  const encode = (jws?: string) => {
    const receipt = writeReceipt(outcome, terms, jws);
    return receipt && encodeHeader(receipt);
  };
  const complete = encode(signed);
  if (complete === undefined) return {};
  const isShort = complete.length + link.length <= maxReceiptBytes;
  const name = headers.has('payment-signature') ? 'payment-response' : 'x-payment-response';
  return { [name]: isShort ? complete : (encode() ?? complete) };
}

type Needs = Pick<Services, 'urls' | 'library' | 'publication' | 'now' | 'randomBytes'>;

/** x402 over HTTP, versions 1 and 2 at once: v2 in headers, v1 in the body of the specification's PaymentError. */
export function createArticlePayments(services: Needs): ArticlePayments {
  const { challenge } = createChallengeBuilder(services);
  const describeSignIn = createSignInQuestions(new URL(services.urls.base).host);
  const terms = services.publication.payment;
  const templates: Record<Mirror, WeakMap<PublicArticle, ChallengeTemplate>> = {
    live: new WeakMap(),
    sandbox: new WeakMap(),
  };

  function makeTemplate(article: PublicArticle, mirror: Mirror): ChallengeTemplate {
    const { body, required } = challenge(article, { mirror });
    const { info } = required.extensions['sign-in-with-x'];
    const made = { text: JSON.stringify(body), required, ...fillTemplate(required, info) };
    templates[mirror].set(article, made);
    return made;
  }

  const receiptHeaders = (outcome: SettledPayment | FailedPayment, request: Call['request'], about?: SignedReceipt) =>
    writeReceiptHeaders(outcome, request, terms, about);

  function freshChallenge(article: PublicArticle, mirror: Mirror): string {
    const made = templates[mirror].get(article) ?? makeTemplate(article, mirror);
    const { uri: resource } = made.required.extensions['sign-in-with-x'].info;
    const nonce = drawNonce(services.randomBytes);
    const info = describeSignIn({ resource, nonce, now: services.now() });
    if (made.issuedAt !== info.issuedAt) Object.assign(made, fillTemplate(made.required, info));
    return made.writeHeader(info.nonce);
  }

  return {
    receiptHeaders,
    freshChallenge,
    refuse(article, { mirror, failed, request }) {
      if (!failed) {
        // Written once for each article, but for the sign-in.
        const { text } = templates[mirror].get(article) ?? makeTemplate(article, mirror);
        return { status: 402, headers: challengeHeaders(freshChallenge(article, mirror)), body: text };
      }
      const receipt = receiptHeaders(failed, request);
      const { status, body, required } = challenge(article, { mirror, failed });
      // Paying again does not help when the payment identifier was used before.
      if (status === 409) {
        return jsonResponse({ error: body.error }, { status, headers: { 'cache-control': 'no-store', ...receipt } });
      }
      return jsonResponse(body, { status, headers: { ...challengeHeaders(encodeHeader(required)), ...receipt } });
    },
  };
}
