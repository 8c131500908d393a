import type { PublicArticle } from '../../content/library/library.ts';
import { type Paywall, writeError } from '../../core/payment/paywall.ts';
import type { Settlement } from '../../core/payment/settle.ts';
import type { SignInInfo } from '../../core/payment/sign-in.ts';
import type { Mirror, Urls } from '../../core/urls.ts';
import type { AskedRequest } from '../answer.ts';
import { decodeHeader, encodeHeader, prepareHeader } from './header.ts';

/**
 * Request headers a browser must be allowed to send. The last is a response header's name, but the reference client
 * sends it with its paid retry.
 */
export const paymentRequestHeaders = [
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
  'SIGN-IN-WITH-X',
  'Access-Control-Expose-Headers',
] as const;

/** Response headers a browser must be allowed to read. */
export const paymentResponseHeaders = ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'] as const;

const paidCacheControl = 'private, no-store';

export interface Refusal {
  status: 402 | 409;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export type ArticlePayment =
  /** No payment header: answer with `challenge`. */
  | { kind: 'none' }
  /** `headers` belong on the 200. */
  | { kind: 'settled'; settlement: Settlement; headers: Record<string, string> }
  | ({ kind: 'refused'; reason: string } & Refusal)
  /** 400 `payment_malformed`. */
  | { kind: 'malformed'; detail: string };

export interface ArticlePayments {
  /** The 402 of an article for which nothing was sent; `text` is its JSON. Written once for each article, but for the sign-in. */
  challenge(article: PublicArticle, mirror: Mirror): { status: 402; headers: Record<string, string>; text: string };
  /** The one header of it that is new each time, PAYMENT-REQUIRED. */
  freshChallenge(article: PublicArticle, mirror: Mirror): string;
  /**
   * Takes the payment a request carries: PAYMENT-SIGNATURE, else X-PAYMENT, else SIGN-IN-WITH-X. Ask it only for a paid
   * article and a caller without a key. Throws `StoreUnavailable` when a payment cannot be recorded.
   */
  read(request: AskedRequest, article: PublicArticle, mirror: Mirror): Promise<ArticlePayment>;
}

interface PreparedChallenge {
  text: string;
  writeHeader: (info: SignInInfo) => string;
}

function challengeHeaders(required: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'payment-required': required,
    'cache-control': 'no-store',
  };
}

/** x402 over HTTP, versions 1 and 2 at once: v2 in headers, v1 in the body of the specification's PaymentError. */
export function createArticlePayments({ urls }: { urls: Urls }, paywall: Paywall): ArticlePayments {
  const prepared: Record<Mirror, WeakMap<PublicArticle, PreparedChallenge>> = {
    live: new WeakMap(),
    sandbox: new WeakMap(),
  };

  function prepare(article: PublicArticle, mirror: Mirror): PreparedChallenge {
    const { body, required } = paywall.challenge(article, { mirror });
    const writeHeader = prepareHeader(required, required.extensions['sign-in-with-x'].info);
    const made = { text: JSON.stringify(body), writeHeader };
    prepared[mirror].set(article, made);
    return made;
  }

  function refuse(article: PublicArticle, about: { mirror: Mirror; refusal?: string }): Refusal {
    const { body, required } = paywall.challenge(article, about);
    return { status: 402, headers: challengeHeaders(encodeHeader(required)), body };
  }

  function writeConflict(): Refusal {
    const error = writeError(urls, 'payment_id_reused');
    return { status: 409, headers: { 'cache-control': 'no-store' }, body: { error } };
  }

  async function readPayment(
    header: string,
    responseHeader: 'payment-response' | 'x-payment-response',
    about: { article: PublicArticle; mirror: Mirror },
  ): Promise<ArticlePayment> {
    const decoded = decodeHeader(header);
    if (decoded.kind === 'malformed') return decoded;
    const result = await paywall.settle(about.article, decoded.value);
    switch (result.kind) {
      case 'malformed':
        return result;
      case 'settled': {
        const headers = { [responseHeader]: encodeHeader(result.receipt), 'cache-control': paidCacheControl };
        return { kind: 'settled', settlement: result.settlement, headers };
      }
      case 'refused': {
        const { reason, status, receipt } = result;
        const refusal =
          status === 409 ? writeConflict() : refuse(about.article, { mirror: about.mirror, refusal: reason });
        const headers = { ...refusal.headers, [responseHeader]: encodeHeader(receipt) };
        return { kind: 'refused', reason, ...refusal, headers };
      }
    }
  }

  async function readSignIn(
    header: string,
    about: { article: PublicArticle; mirror: Mirror },
  ): Promise<ArticlePayment> {
    const decoded = decodeHeader(header);
    if (decoded.kind === 'malformed') return decoded;
    const { article, mirror } = about;
    const outcome = await paywall.readmit(article, decoded.value, { mirror });
    switch (outcome.kind) {
      case 'malformed':
        return outcome;
      case 'readmitted': {
        const headers = { 'cache-control': paidCacheControl };
        return { kind: 'settled', settlement: outcome.settlement, headers };
      }
      case 'refused': {
        const { reason } = outcome;
        // A wallet that never paid is no failed payment: it is told the price like anybody.
        const refusal = refuse(article, reason === 'no_purchase' ? { mirror } : { mirror, refusal: reason });
        return { kind: 'refused', reason, ...refusal };
      }
    }
  }

  return {
    challenge(article, mirror) {
      const { text } = prepared[mirror].get(article) ?? prepare(article, mirror);
      return { status: 402, headers: challengeHeaders(this.freshChallenge(article, mirror)), text };
    },
    freshChallenge(article, mirror) {
      const { writeHeader } = prepared[mirror].get(article) ?? prepare(article, mirror);
      return writeHeader(paywall.askSignIn(article, mirror));
    },
    async read(request, article, mirror) {
      // HEAD shows what GET would be answered; a payment spent on it would buy nothing.
      if (request.method !== 'GET') return { kind: 'none' };
      const signed = request.headers.get('payment-signature');
      if (signed !== null) return readPayment(signed, 'payment-response', { article, mirror });
      const paid = request.headers.get('x-payment');
      if (paid !== null) return readPayment(paid, 'x-payment-response', { article, mirror });
      const signIn = request.headers.get('sign-in-with-x');
      if (signIn !== null) return readSignIn(signIn, { article, mirror });
      return { kind: 'none' };
    },
  };
}
