import type { DenyList } from '../../core/access/deny-list.ts';
import type { AuthorizationServer } from '../../core/authorization/authorization-server.ts';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { revokeSubscription, subscribe } from '../../core/subscriptions/subscriptions.ts';
import { createAcpErrorRenderer } from '../../protocols/acp/acp-errors.ts';
import { createCheckoutHandlers } from '../../protocols/acp/checkout-handlers.ts';
import type { Handlers } from '../../protocols/handler.ts';
import { createMcpErrorRenderer, createMcpHandlers } from '../../protocols/mcp/mcp-handlers.ts';
import { createAskHandlers } from '../../protocols/nlweb/ask-handlers.ts';
import type { DemoKeys } from '../../protocols/oauth/demo-keys.ts';
import { renderOauthError } from '../../protocols/oauth/error-renderer.ts';
import { createOauthHandlers } from '../../protocols/oauth/oauth-handlers.ts';
import { createAccountHandler } from '../../protocols/rest/account-endpoint.ts';
import { createArticleHandler } from '../../protocols/rest/article-endpoint.ts';
import { createChangesHandler } from '../../protocols/rest/changes-endpoint.ts';
import { createCorpusHandler } from '../../protocols/rest/corpus-endpoint.ts';
import { createIndexHandler } from '../../protocols/rest/index-document.ts';
import { createListHandler } from '../../protocols/rest/list.ts';
import { createPricingHandler } from '../../protocols/rest/pricing.ts';
import { createRedeemHandler } from '../../protocols/rest/redeem-endpoint.ts';
import { createRestErrorRenderer } from '../../protocols/rest/rest-errors.ts';
import { createStandingHandler } from '../../protocols/rest/standing-endpoint.ts';
import { createSubscribeHandler } from '../../protocols/rest/subscribe.ts';
import { createVerifyHandler } from '../../protocols/rest/verify-endpoint.ts';
import { createSubscriptionLimit } from '../../protocols/subscription-limit.ts';
import { createArticlePayments } from '../../protocols/x402/payment-headers.ts';
import type { AppOptions } from '../serve.ts';
import type { Policies } from './admission.ts';

/** Every operation of the contract table, handed what it needs. */
export function createHandlers(
  services: Services,
  about: { server: AuthorizationServer; denyList: DenyList; limiter: RateLimiter; policies: Policies },
): Pick<AppOptions, 'handlers' | 'freshChallenge'> {
  const payments = createArticlePayments(services);
  const { limiter, policies } = about;
  const limit = createSubscriptionLimit({ limiter, policy: policies.subscribe, now: services.now });
  const handlers: Handlers = {
    getIndex: createIndexHandler(services),
    listArticles: createListHandler(services),
    listChanges: createChangesHandler(services),
    getCorpus: createCorpusHandler(services),
    getArticle: createArticleHandler(services, payments),
    getPricing: createPricingHandler(services),
    agentSubscribe: createSubscribeHandler(services, limit),
    getAccount: createAccountHandler(services),
    redeemReceipt: createRedeemHandler(services),
    getStanding: createStandingHandler(services),
    verifyQuote: createVerifyHandler(services),
    ...createAskHandlers(services),
    ...createMcpHandlers(services),

    ...createCheckoutHandlers(services, limit),
    ...createOauthHandlers({ services, server: about.server, keys: demoKeys(services, about.denyList) }),
  };
  return { handlers, freshChallenge: payments.freshChallenge };
}

/** Creates the error renderer of each shape that the contract table names. */
export function createRenderers({ urls }: Services): AppOptions['renderers'] {
  const rest = createRestErrorRenderer(urls);
  return { rest, jsonrpc: createMcpErrorRenderer(urls), oauth: renderOauthError, acp: createAcpErrorRenderer(rest) };
}

function demoKeys(services: Services, denyList: DenyList): DemoKeys {
  return {
    async subscribe() {
      const made = await subscribe(services, { plan: undefined, idempotencyKey: undefined, clientAddress: '' });
      if (made.kind !== 'subscribed') throw new Error('A subscription without an Idempotency-Key cannot be a repeat.');
      return { keyId: made.id, apiKey: made.key, scopes: made.scopes };
    },
    revoke: (keyId) => revokeSubscription({ ...services, denyList }, keyId),
  };
}
