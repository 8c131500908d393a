import type { PublicArticle } from '../../content/library/library.ts';
import { type ErrorCode, errorCatalogue } from '../../contract/errors.ts';
import { toHex } from '../hex.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import type { Mirror, Urls } from '../urls.ts';
import type { PaymentRefusal } from './check.ts';
import { readArticlePrice } from './price.ts';
import {
  createPaymentRequired,
  createRequirement,
  createRequirementV1,
  type PaymentRequired,
  paidResource,
} from './required.ts';
import {
  type PaymentDependencies,
  type ReadmissionOutcome,
  readmitPayer,
  type Settlement,
  settlePayment,
} from './settle.ts';
import { createSignInInfo, type SignInInfo } from './sign-in.ts';

/** What an unpaid caller is told. */
export interface Challenge {
  /** The specification's PaymentError with the public facts of the article, and the members of an x402 v1 answer. */
  body: Record<string, unknown>;
  /** The x402 v2 answer. */
  required: PaymentRequired;
}

/** x402 SettlementResponse. Its `transaction` is never one of a chain. */
export interface Receipt {
  success: boolean;
  errorReason?: string;
  payer?: string;
  /** `sandbox:0x...` for a settled payment, empty for a refused one. */
  transaction: string;
  network: string;
  amount?: string;
  extensions: { sandbox: { info: { synthetic: true; note: string } } };
}

export type PaymentResult =
  | { kind: 'settled'; settlement: Settlement; receipt: Receipt }
  /** 409 only when a payment-identifier was used with another payment before. */
  | { kind: 'refused'; status: 402 | 409; reason: PaymentRefusal | 'payment_identifier_conflict'; receipt: Receipt }
  | { kind: 'malformed'; detail: string };

export interface Paywall {
  /** @param about.refusal why the payment that came was refused; absent when none came. */
  challenge(article: PublicArticle, about: { mirror: Mirror; refusal?: string }): Challenge;
  /** The part of a challenge that is new every time; all else stays the same for an article as long as the build. */
  askSignIn(article: PublicArticle, mirror: Mirror): SignInInfo;
  /**
   * Verifies one x402 payment (parsed JSON), refuses replays across processes and restarts, records it.
   * Throws `StoreUnavailable` when it cannot be recorded.
   */
  settle(article: PublicArticle, payload: unknown): Promise<PaymentResult>;
  /** Lets a wallet that paid for this article read it again: parsed JSON of sign-in-with-x. */
  readmit(article: PublicArticle, signIn: unknown, about: { mirror: Mirror }): Promise<ReadmissionOutcome>;
}

const sandbox = {
  info: { synthetic: true, note: 'Sandbox: nothing was sent to a chain and nothing was charged.' },
} as const;

function describeArticle(article: PublicArticle, services: Services) {
  const { slug, title, description, words, previewWords, body, outline } = article;
  return {
    slug,
    title,
    description,
    url: services.urls.article(slug),
    words,
    preview_words: previewWords,
    preview_markdown: body.markdown,
    outline: outline.map(({ isFree, ...heading }) => ({ ...heading, is_free: isFree })),
  };
}

/** The `error` object of the specification (section 2), for refusals that carry more than it. */
export function writeError(urls: Urls, code: ErrorCode, detail?: string) {
  const { message } = new ServiceError(code, detail);
  return { code, message: `${message} ${errorCatalogue[code].remedy}`, docs_url: urls.errorDocs(code) };
}

/** The one gate of paid articles over x402, for REST and the tool server alike. Only public facts go into a challenge. */
export function createPaywall(services: Services): Paywall {
  const { urls, library, store, publication } = services;
  const terms = publication.payment;
  const dependencies: PaymentDependencies = { store, terms, now: services.now };

  function askSignIn(article: PublicArticle, mirror: Mirror): SignInInfo {
    const resource = paidResource(services, article.slug, mirror);
    return createSignInInfo({ resource, nonce: toHex(services.randomBytes(16)), now: services.now() });
  }

  return {
    askSignIn,

    challenge(article, { mirror, refusal }) {
      const code = refusal === undefined ? 'payment_required' : 'payment_invalid';
      const error = writeError(urls, code, refusal);
      const required = createPaymentRequired(services, article, {
        mirror,
        error: refusal ?? error.message,
        signIn: askSignIn(article, mirror),
      });
      const payment = {
        required: true,
        ...readArticlePrice(library.tiers),
        pay_endpoint: urls.subscribe(mirror),
        pricing: urls.pricing,
      };
      const body = {
        error,
        payment,
        article: describeArticle(article, services),
        x402Version: 1,
        accepts: [createRequirementV1(services, article, mirror)],
      };
      return { body, required };
    },

    async settle(article, payload) {
      const { amount } = createRequirement(services);
      const outcome = await settlePayment(dependencies, { slug: article.slug, baseUnits: amount, payload });
      switch (outcome.kind) {
        case 'malformed':
          return outcome;
        case 'settled': {
          const { settlement, fingerprint, version } = outcome;
          const receipt: Receipt = {
            success: true,
            payer: settlement.payer,
            transaction: `sandbox:${fingerprint}`,
            network: version === 1 ? terms.networkV1 : terms.network,
            amount: outcome.amount,
            extensions: { sandbox },
          };
          return { kind: 'settled', settlement, receipt };
        }
        case 'conflict':
        case 'refused': {
          const reason = outcome.kind === 'conflict' ? 'payment_identifier_conflict' : outcome.reason;
          const isV1 = outcome.kind === 'refused' && outcome.version === 1;
          const receipt: Receipt = {
            success: false,
            errorReason: reason,
            ...(outcome.payer && { payer: outcome.payer }),
            transaction: '',
            network: isV1 ? terms.networkV1 : terms.network,
            extensions: { sandbox },
          };
          return { kind: 'refused', status: outcome.kind === 'conflict' ? 409 : 402, reason, receipt };
        }
      }
    },

    readmit(article, signIn, { mirror }) {
      const resource = paidResource(services, article.slug, mirror);
      return readmitPayer(dependencies, { slug: article.slug, resource, signIn });
    },
  };
}
