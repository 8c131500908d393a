import { type Store, StoreUnavailable } from '../../store/store.ts';
import { judge, type RateLimiter } from './rate-limit.ts';

/** After a failure, how long to count without the store before one call tries it again. */
const retryMs = 2_000;

/**
 * Counts in a store that replicas share. While the store cannot answer, each process counts by itself: the limit is laxer
 * then, and no caller waits for a store that is away, save the one that tries it.
 *
 * @param options.alone counts for this process
 * @param options.now epoch milliseconds
 */
export function createSharedRateLimiter(options: {
  store: Pick<Store, 'increment'>;
  alone: RateLimiter;
  now: () => number;
}): RateLimiter {
  const { store, alone, now } = options;
  let failing: { retryAt: number } | undefined;

  return {
    async consume(policy, id) {
      if (failing && now() < failing.retryAt) return alone.consume(policy, id);
      if (failing) failing.retryAt = now() + retryMs;
      try {
        const window = await store.increment(`rate:${policy.name}:${id}`, policy.windowMs);
        failing = undefined;
        return judge(policy, window);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        failing = { retryAt: now() + retryMs };
        return alone.consume(policy, id);
      }
    },
  };
}
