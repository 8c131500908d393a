import {
  consumeAll,
  createNetworkPolicies,
  networksOf,
  type RateLimiter,
  type RateLimitResult,
  type RatePolicy,
} from '../core/limits/rate-limit.ts';
import { ServiceError } from '../core/service-error.ts';
import { namedRateLimitHeaders, secondsUntil } from './rate-limit-headers.ts';

/** An error that names the limit that was reached, in place of the call's own limit. */
export class LimitReached extends ServiceError {
  readonly limitHeaders: Readonly<Record<string, string>>;

  constructor(limitHeaders: Readonly<Record<string, string>>, retryAfter: number) {
    super('rate_limited', undefined, { retryAfter });
    this.limitHeaders = limitHeaders;
  }
}

/**
 * Counts the creation of keys, for handlers that count it themselves once they know that a call is not a repeat
 * (`countsOwnCalls`).
 */
export interface SubscriptionLimit {
  /** One more of this client. */
  count(clientAddress: string): RateLimitResult | Promise<RateLimitResult>;
  /** Headers for a response; none when nothing was counted for it. */
  headersOf(counted: RateLimitResult | undefined): Record<string, string>;
  refusalOf(counted: RateLimitResult): LimitReached;
}

/** @param about.policy that of subscriptions */
export function createSubscriptionLimit(about: {
  limiter: RateLimiter;
  policy: RatePolicy;
  now: () => number;
}): SubscriptionLimit {
  const { limiter, policy, now } = about;
  const policyOf = createNetworkPolicies(policy);
  const headersOf = (counted: RateLimitResult | undefined) => (counted ? namedRateLimitHeaders(counted, now()) : {});
  return {
    headersOf,
    count(clientAddress) {
      const [, ...wider] = networksOf(clientAddress);
      const shared = wider.map((network) => ({ policy: policyOf(network), id: network.id }));
      return consumeAll(limiter, [{ policy, id: clientAddress }, ...shared]);
    },
    refusalOf: (counted) => new LimitReached(headersOf(counted), secondsUntil(counted.resetAt, now())),
  };
}
