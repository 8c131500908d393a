import { createMemoryRateLimiter, createNetworkPolicies, networksOf } from '../../core/limits/rate-limit.ts';
import { ServiceError } from '../../core/service-error.ts';
import { minuteMs } from '../../library/durations.ts';

/**
 * Limits how many publications one client opens in a minute: a client that requested all of them in turn would close
 * those that others use.
 * @param about.limit the limit of one client IP; wider networks have their multiple of it
 * @returns counts one opening by a client. @throws ServiceError rate_limited
 */
export function createOpeningLimit(about: {
  limit: number;
  seed: number;
  now: () => number;
}): (clientAddress: string) => void {
  const { limit, seed, now } = about;
  const limiter = createMemoryRateLimiter({ seed, now });
  const policyOf = createNetworkPolicies({ name: 'openings', limit, windowMs: minuteMs });

  return (clientAddress) => {
    for (const network of networksOf(clientAddress)) {
      const { isAllowed, resetAt } = limiter.consume(policyOf(network), network.id);
      if (isAllowed) continue;
      const retryAfter = Math.ceil((resetAt - now()) / 1000);
      throw new ServiceError('rate_limited', 'You opened too many publications in a minute.', { retryAfter });
    }
  };
}
