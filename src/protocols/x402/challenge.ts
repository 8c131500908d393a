import { describePayment, type Mirror } from '../../contract/urls.ts';
import type { FailedPayment } from '../../core/payment/settle.ts';
import { createSignInQuestions, drawNonce, type SignInInfo } from '../../core/payment/sign-in.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';
import { readArticlePrice } from '../../library/price.ts';
import { describePurchase } from '../purchase-terms.ts';
import { toWireOutline } from '../wire.ts';
import { toWireError } from '../wire-error.ts';
import { toWireRecord } from '../wire-record.ts';
import { createPaymentRequired, createRequirementV1, type PaymentRequired } from './required.ts';

/** The response to an unpaid caller. */
export interface Challenge {
  /** 409 only when a payment-identifier was used with another payment before. */
  status: 402 | 409;
  /** The specification's PaymentError with the public facts of the article, and the members of an x402 v1 response. */
  body: { error: ReturnType<typeof toWireError>; article: ReturnType<typeof toWireOffer> } & Record<string, unknown>;
  /** The x402 v2 response. */
  required: PaymentRequired;
}

export interface ChallengeBuilder {
  /** @param about.failed the payment attempt that opened nothing */
  challenge(article: PublicArticle, about: { mirror: Mirror; failed?: FailedPayment | undefined }): Challenge;
}

type Needs = Pick<Services, 'urls' | 'library' | 'publication' | 'now' | 'randomBytes'>;

/** Builds the price of an article for REST and the tool server. It contains public facts only. */
export function createChallengeBuilder(services: Needs): ChallengeBuilder {
  const { urls, library } = services;
  const ask = createSignInQuestions(new URL(urls.base).host);

  function askSignIn(article: PublicArticle, mirror: Mirror): SignInInfo {
    const resource = urls.apiArticle(article.slug, mirror);
    return ask({ resource, nonce: drawNonce(services.randomBytes), now: services.now() });
  }

  return {
    challenge(article, { mirror, failed }) {
      const failure = describeFailure(failed);
      const error = toWireError(failure, urls);
      const required = createPaymentRequired(services, article, {
        mirror,
        error: failure.detail ?? error.message,
        signIn: askSignIn(article, mirror),
        isRetry: failed !== undefined,
      });
      const payment = describePayment(urls, readArticlePrice(library.tiers, article), mirror);
      const body = {
        error,
        payment,
        article: toWireOffer(article, urls),
        x402Version: 1,
        accepts: [createRequirementV1(services, article, mirror)],
      };
      return { status: failure.code === 'payment_id_reused' ? 409 : 402, body, required };
    },
  };
}

/** The message about a payment that opened nothing, or about none. */
export function describeFailure(failed: FailedPayment | undefined): ServiceError {
  if (!failed) return new ServiceError('payment_required');
  if (failed.reason === 'payment_identifier_conflict') return new ServiceError('payment_id_reused');
  return new ServiceError('payment_invalid', failed.reason);
}

function toWireOffer(article: PublicArticle, urls: Services['urls']) {
  const { slug, title, description, words, previewWords, body } = article;
  return {
    slug,
    title,
    description,
    url: urls.article(slug),
    words,
    preview_words: previewWords,
    preview_markdown: body.markdown,
    outline: toWireOutline(article, body),
    ...toWireRecord(article, urls),
    includes: describePurchase(article),
  };
}
