import type { RateLimiter, RatePolicy, Verdict } from '../core/limits/rate-limit.ts';
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

/** Counts what hands out a key, for handlers that do it themselves once they know that a call is no repeat (`countsItself`). */
export interface SubscriptionLimit {
  /** One more of this client. */
  count(clientAddress: string): Verdict | Promise<Verdict>;
  /** For an answer; none when nothing was counted for it. */
  headersOf(counted: Verdict | undefined): Record<string, string>;
  refusalOf(counted: Verdict): LimitReached;
}

/** @param about.policy that of subscriptions */
export function createSubscriptionLimit(about: {
  limiter: RateLimiter;
  policy: RatePolicy;
  now: () => number;
}): SubscriptionLimit {
  const { limiter, policy, now } = about;
  const headersOf = (counted: Verdict | undefined) => (counted ? namedRateLimitHeaders(policy, counted, now()) : {});
  return {
    headersOf,
    count: (clientAddress) => limiter.consume(policy, clientAddress),
    refusalOf: (counted) => new LimitReached(headersOf(counted), secondsUntil(counted.resetAt, now())),
  };
}
