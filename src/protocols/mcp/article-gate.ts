import type { PublicArticle } from '../../content/library/library.ts';
import { decideAccess, type Entitlement, entitlePurchase } from '../../core/access/access.ts';
import type { PaymentResult, Paywall } from '../../core/payment/paywall.ts';
import { ServiceError } from '../../core/service-error.ts';
import { RpcError } from './rpc-error.ts';
import type { Asker } from './surface.ts';

/** What get_article needs of the paywall. */
export type Toll = Pick<Paywall, 'challenge' | 'settle'>;

export interface Admission {
  entitlement: Entitlement;
  /** `_meta` of the answer, when it was paid for. */
  meta?: Record<string, unknown>;
}

const paymentKey = 'x402/payment';
const receiptKey = 'x402/payment-response';

/**
 * Lets an asker in to one article: by the credential of the HTTP request, or by the payment in `_meta` (x402, MCP transport).
 * @returns a function that throws RpcError 402 with the challenge, and ServiceError for what is wrong otherwise
 */
export function createGate(toll: Toll): (article: PublicArticle, asker: Asker) => Promise<Admission> {
  async function pay(article: PublicArticle, payment: unknown, asker: Asker): Promise<Admission> {
    const result = await toll.settle(article, payment);
    switch (result.kind) {
      case 'settled':
        return { entitlement: entitlePurchase(result.settlement), meta: { [receiptKey]: result.receipt } };
      case 'malformed':
        throw new ServiceError('payment_malformed', result.detail);
      case 'refused':
        throw refuse(article, asker, result);
    }
  }

  function refuse(article: PublicArticle, { mirror }: Asker, refused?: Extract<PaymentResult, { kind: 'refused' }>) {
    const { body, required } = toll.challenge(article, refused ? { mirror, refusal: refused.reason } : { mirror });
    const { message } = new ServiceError(refused ? 'payment_invalid' : 'payment_required', refused?.reason);
    // x402 clients read `data` as a PaymentRequired; of the 402 body it yields only `error`, which is the specification's object.
    const data = { ...body, ...required, error: body.error };
    return new RpcError(refused?.status ?? 402, message, refused ? { ...data, [receiptKey]: refused.receipt } : data);
  }

  return async (article, asker) => {
    const access = decideAccess(article, asker.caller);
    if (access.kind === 'granted') return access;
    const payment = asker.meta[paymentKey];
    if (payment !== undefined) return pay(article, payment, asker);
    switch (access.kind) {
      case 'payment-required':
        throw refuse(article, asker);
      case 'insufficient-scope':
        throw new ServiceError('insufficient_scope', `${access.scope} is needed.`);
      case 'invalid-key':
        throw new ServiceError('invalid_key');
    }
  };
}
