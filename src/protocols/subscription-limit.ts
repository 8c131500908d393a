import type { RateLimiter, RateLimitResult, RatePolicy } from '../core/limits/rate-limit.ts';
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
  const headersOf = (counted: RateLimitResult | undefined) =>
    counted ? namedRateLimitHeaders(policy, counted, now()) : {};
  return {
    headersOf,
    count: (clientAddress) => limiter.consume(policy, clientAddress),
    refusalOf: (counted) => new LimitReached(headersOf(counted), secondsUntil(counted.resetAt, now())),
  };
}
