import type { Network } from './networks.ts';
import type { RateLimiter, RateLimitResult, RatePolicy } from './rate-limit.ts';

/** Counts the calls of one caller or network under one policy. */
export interface Counter {
  policy: RatePolicy;
  id: string;
}

/**
 * Counts calls in one counter after the other, and returns the strictest result. It stops at the first limit that is
 * reached: a caller past its own limit uses up nothing of what it shares with others. No promise where none is needed.
 *
 * @param counters the narrowest first; at least one
 */
export function consumeAll(
  limiter: RateLimiter,
  [first, ...wider]: readonly [Counter, ...Counter[]],
  calls = 1,
): RateLimitResult | Promise<RateLimitResult> {
  const go = (at: number, strictest: RateLimitResult): RateLimitResult | Promise<RateLimitResult> => {
    const counter = wider[at];
    if (!counter || !strictest.isAllowed) return strictest;
    const next = limiter.consume(counter.policy, counter.id, calls);
    const judge = (result: RateLimitResult) =>
      go(at + 1, !result.isAllowed || result.remaining < strictest.remaining ? result : strictest);
    return next instanceof Promise ? next.then(judge) : judge(next);
  };
  const own = limiter.consume(first.policy, first.id, calls);
  return own instanceof Promise ? own.then((result) => go(0, result)) : go(0, own);
}

/** The policies of wider networks; the same object each time. */
export function createNetworkPolicies(policy: RatePolicy): (network: Network) => RatePolicy {
  const known = new Map<number, RatePolicy>([[1, policy]]);
  return ({ times }) => {
    const made = known.get(times) ?? { ...policy, name: `${policy.name}-network`, limit: policy.limit * times };
    known.set(times, made);
    return made;
  };
}
