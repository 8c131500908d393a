import type { PublicArticle } from '../../content/library.ts';
import { decideAccess, type Entitlement, entitlePurchase } from '../../core/access.ts';
import type { Settlement } from '../../core/payment.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Mirror } from '../../core/urls.ts';
import { toWireArticle } from '../rest/wire.ts';
import { getArticle, getPricing, searchArticles } from './article-tool-list.ts';
import { RpcError, toRpcCode } from './rpc-error.ts';
import type { Asker, Tool } from './surface.ts';
import { implementTool } from './tool.ts';

/** What get_article needs of the paywall. */
export interface Toll {
  /** The body of the HTTP 402 and the x402 v2 PaymentRequired object. */
  challenge(article: PublicArticle, about: { mirror: Mirror; refusal?: string }): { body: object; required: object };
  /** Verifies and records one payment payload, parsed JSON. */
  settle(article: PublicArticle, payload: unknown): Promise<TollResult>;
}

export type TollResult =
  | { kind: 'settled'; settlement: Settlement; receipt: object }
  | { kind: 'refused'; reason: string; receipt: object }
  | { kind: 'malformed'; detail: string };

const paymentKey = 'x402/payment';
const receiptKey = 'x402/payment-response';

/** The tools of /mcp (specification section 4 rule 6). */
export function createArticleTools(services: Services, toll: Toll): Tool[] {
  const { urls, catalogue, shelf, library } = services;

  async function enter(article: PublicArticle, asker: Asker): Promise<{ entitlement: Entitlement; receipt?: object }> {
    const access = decideAccess(article, asker.caller);
    if (access.kind === 'granted') return access;
    const payment = asker.meta[paymentKey];
    if (payment !== undefined) return pay(article, payment, asker.mirror);
    switch (access.kind) {
      case 'payment-required':
        throw paymentError('payment_required', article, asker.mirror);
      case 'insufficient-scope':
        throw new ServiceError('insufficient_scope', access.scope);
      case 'invalid-key':
        throw new ServiceError('invalid_key');
    }
  }

  async function pay(article: PublicArticle, payment: unknown, mirror: Mirror) {
    const result = await toll.settle(article, payment);
    switch (result.kind) {
      case 'settled':
        return { entitlement: entitlePurchase(result.settlement), receipt: result.receipt };
      case 'malformed':
        throw new ServiceError('payment_malformed', result.detail);
      case 'refused':
        throw paymentError('payment_invalid', article, mirror, result);
    }
  }

  /** x402 transports/mcp: `data` is a PaymentRequired object; the specification's own members stand beside it. */
  function paymentError(
    code: 'payment_required' | 'payment_invalid',
    article: PublicArticle,
    mirror: Mirror,
    refused?: { reason: string; receipt: object },
  ): RpcError {
    const { body, required } = toll.challenge(article, { mirror, ...(refused ? { refusal: refused.reason } : {}) });
    const { message } = new ServiceError(code, refused?.reason);
    const error = 'error' in body ? { error: body.error } : {};
    return new RpcError(toRpcCode(code), message, {
      ...body,
      ...required,
      ...error,
      ...(refused ? { [receiptKey]: refused.receipt } : {}),
    });
  }

  return [
    implementTool(searchArticles, async ({ query, limit = 10, tier }, { caller }) => {
      const isSubscriber = caller.kind === 'subscriber' && caller.scopes.includes('articles:read');
      const engine = isSubscriber ? services.search.sold : services.search.open;
      const hits = engine.search({ text: query, limit, tier, isVisible: (slug) => catalogue.isVisible(slug) });
      const results = hits.flatMap(({ slug, sectionId, heading, snippet, score }) => {
        const article = catalogue.find(slug);
        if (!article) return [];
        const { title, description, date } = article;
        const url = urls.article(slug);
        const passage = { heading: heading || title, url: sectionId ? `${url}#${sectionId}` : url, snippet };
        return [{ slug, title, description, tier: article.tier, date, url, score, passage }];
      });
      return { structured: { results } };
    }),

    implementTool(getArticle, async ({ slug }, asker) => {
      const article = catalogue.find(slug);
      if (!article) throw new ServiceError('article_not_found');
      const { entitlement, receipt } = await enter(article, asker);
      const { body, contentDigest } = shelf.read(entitlement) ?? article;
      const earned = { markdown: body.markdown, contentDigest, level: entitlement.level };
      const structured = toWireArticle(article, earned, urls);
      return receipt ? { structured, meta: { [receiptKey]: receipt } } : { structured };
    }),

    implementTool(getPricing, async () => ({ structured: { tiers: library.tiers } })),
  ];
}
