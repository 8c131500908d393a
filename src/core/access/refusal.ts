import type { PublicArticle } from '../../library/library.ts';
import type { FailedPayment, PaymentResult } from '../payment/settle.ts';
import type { AccessDecision, AnyRequest } from './access-decision.ts';
import type { Caller } from './caller.ts';

export function denyAfterPayment(
  article: PublicArticle,
  { caller }: AnyRequest,
  outcome: PaymentResult | undefined,
): AccessDecision {
  switch (outcome?.kind) {
    case 'malformed':
      if (caller.kind !== 'anonymous') return denyAccess(article, caller, undefined, outcome.detail);
      return { kind: 'refused', reason: 'payment_malformed', detail: outcome.detail };
    case 'failed':
      return denyAccess(article, caller, outcome, outcome.reason);
    default:
      // A wallet that has never paid is not a failed payment: it gets the price like any caller.
      return denyAccess(article, caller);
  }
}

export function denyAccess(
  article: PublicArticle,
  caller: Caller,
  failed?: FailedPayment,
  why?: string,
): AccessDecision {
  const also = why && `The payment opened nothing either: ${why}`;
  switch (caller.kind) {
    case 'anonymous':
      return { kind: 'challenge', article, failed };
    case 'invalid':
      return { kind: 'refused', reason: 'invalid_key', detail: also };
    case 'subscriber':
      return {
        kind: 'refused',
        reason: 'insufficient_scope',
        detail: ['It needs articles:read.', also].join(' ').trim(),
      };
  }
}
