import type { RateLimiter, RateLimitResult, RatePolicy } from '../core/limits/rate-limit.ts';
import { ServiceError } from '../core/service-error.ts';
import { namedRateLimitHeaders, secondsUntil } from './rate-limit-headers.ts';

/** A refusal that says which limit was reached, in place of that of the call. */
export class LimitReached extends ServiceError {
  readonly limitHeaders: Readonly<Record<string, string>>;

  constructor(limitHeaders: Readonly<Record<string, string>>, retryAfter: number) {
    super('rate_limited', undefined, { retryAfter });
    this.limitHeaders = limitHeaders;
  }
}

/** Counts what hands out a key, for handlers that do it themselves once they know that a call is no repeat (`countsOwnCalls`). */
export interface SubscriptionLimit {
  /** One more of this client. */
  count(clientAddress: string): RateLimitResult | Promise<RateLimitResult>;
  /** For an answer; none when nothing was counted for it. */
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
