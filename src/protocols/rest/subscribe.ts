import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { parseIdempotencyKey } from '../../core/subscriptions/idempotency-key.ts';
import { subscribe } from '../../core/subscriptions/subscriptions.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import type { SubscriptionLimit } from '../subscription-limit.ts';

/** Retry-After takes whole seconds, and a subscription takes milliseconds. */
const inFlightSeconds = 1;

/**
 * POST /api/v1/agent/subscribe (specification section 4 rule 4): a demo key, the same one for a repeated
 * Idempotency-Key.
 *
 * It counts each new subscription by the client's IP address (contract.md "Subscribe"), which only it can do: a repeat
 * is free. Its response then has the rate-limit headers of that policy instead of the call's.
 */
export function createSubscribeHandler(services: Services, limit: SubscriptionLimit): Handler<'agentSubscribe'> {
  const { urls } = services;

  return async ({ request, body, clientAddress }) => {
    const idempotencyKey = parseIdempotencyKey(request.headers.get('idempotency-key'));
    const count = () => limit.count(clientAddress);
    const outcome = await subscribe(services, { plan: body?.plan, idempotencyKey, clientAddress, count });
    switch (outcome.kind) {
      case 'idempotency_key_reused':
      case 'subscription_revoked':
        throw new ServiceError(outcome.kind);
      case 'idempotency_in_flight':
        throw new ServiceError(outcome.kind, undefined, { retryAfter: inFlightSeconds });
      case 'rate_limited':
        throw limit.refusalOf(outcome.counted);
      case 'subscribed': {
        const plan = outcome.planIsKnown
          ? ''
          : ` The plan "${outcome.plan}" is not in the price list; it opens the same articles.`;
        return jsonResponse(
          {
            status: 'demo',
            api_key: outcome.key,
            scopes: outcome.scopes,
            mcp_endpoint: urls.mcp,
            docs: urls.developers,
            message: `Demo subscription. No payment was processed.${plan}`,
            ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
          },
          {
            headers: {
              'cache-control': 'no-store',
              ...(outcome.isReplay ? { 'idempotent-replayed': 'true' } : {}),
              ...limit.headersOf(outcome.counted),
            },
          },
        );
      }
    }
  };
}
