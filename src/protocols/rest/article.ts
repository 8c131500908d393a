import type { PublicArticle } from '../../content/library/library.ts';
import { decideAccess, type Entitlement, entitlePurchase } from '../../core/access/access.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import { toWireArticle } from '../wire.ts';
import type { ArticlePayments } from '../x402/http.ts';

/**
 * GET /api/v1/articles/{slug} (specification section 4 rules 2 and 3): 404 before anything else, a free article
 * to anybody, a paid one for a key, a token or one x402 payment; otherwise 401, 402 or 403.
 */
export function createArticleHandler(services: Services, payments: ArticlePayments): Handler<'getArticle'> {
  function sendWhole(article: PublicArticle, entitlement: Entitlement, headers: Record<string, string> = {}): Answer {
    const sold = services.shelf.read(entitlement);
    const { body, contentDigest } = sold ?? article;
    const wire = toWireArticle(
      article,
      { markdown: body.markdown, contentDigest, level: entitlement.level },
      services.urls,
    );
    const cacheControl = article.tier === 'free' ? 'public, max-age=60' : 'private, no-store';
    return jsonAnswer(wire, { headers: { 'cache-control': cacheControl, ...headers } });
  }

  return async ({ params, caller, request, mirror }) => {
    const article = services.catalogue.find(params.slug);
    if (!article) throw new ServiceError('article_not_found');
    const access = decideAccess(article, caller);
    switch (access.kind) {
      case 'granted':
        return sendWhole(article, access.entitlement);
      case 'invalid-key':
        throw new ServiceError('invalid_key');
      case 'insufficient-scope':
        throw new ServiceError('insufficient_scope', `It needs ${access.scope}.`);
      case 'payment-required':
        break;
    }
    const payment = await payments.read(request, article, mirror);
    switch (payment.kind) {
      case 'settled':
        return sendWhole(article, entitlePurchase(payment.settlement), payment.headers);
      case 'malformed':
        throw new ServiceError('payment_malformed', payment.detail);
      case 'refused':
        return jsonAnswer(payment.body, payment);
      case 'none': {
        const challenge = payments.challenge(article, mirror);
        return { ...challenge, body: challenge.text };
      }
    }
  };
}
