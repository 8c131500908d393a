import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { parseIdempotencyKey } from '../../core/subscriptions/idempotency-key.ts';
import { subscribe } from '../../core/subscriptions/subscriptions.ts';
import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../handler.ts';

/** POST /api/v1/agent/subscribe (specification section 4 rule 4): a demo key, the same one for a repeated Idempotency-Key. */
export function createSubscribeHandler(services: Services): Handler<'agentSubscribe'> {
  const { urls } = services;
  return async ({ request, body, clientAddress }) => {
    const idempotencyKey = parseIdempotencyKey(request.headers.get('idempotency-key'));
    const outcome = await subscribe(services, { plan: body?.plan, idempotencyKey, clientAddress });
    switch (outcome.kind) {
      case 'idempotency_key_reused':
        throw new ServiceError('idempotency_key_reused');
      case 'subscribed': {
        const plan = outcome.planIsKnown
          ? ''
          : ` The plan "${outcome.plan}" is not in the price list; it opens the same articles.`;
        return jsonAnswer(
          {
            status: 'demo',
            api_key: outcome.key,
            scopes: outcome.scopes,
            mcp_endpoint: urls.mcp,
            docs: urls.developers,
            message: `Demo subscription. No payment was processed.${plan}`,
            ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
          },
          { headers: { 'cache-control': 'no-store', ...(outcome.isReplay ? { 'idempotent-replayed': 'true' } : {}) } },
        );
      }
    }
  };
}
