import { LRUCache } from 'lru-cache';
import { evaluateWindow, type RateLimiter, type RateLimitResult, type RatePolicy } from './rate-limit.ts';

interface Window {
  count: number;
  /** Epoch milliseconds. */
  resetAt: number;
}

/** Returns no promise, because it runs on every call. */
export interface MemoryRateLimiter extends RateLimiter {
  consume(policy: RatePolicy, id: string, calls?: number): RateLimitResult;
}

/** Maximum windows per policy: about 10 MB. */
const defaultCapacity = 50_000;

/**
 * Fixed windows in this process, each starting with the first call of its ID. A flood of IP addresses uses no more
 * memory than `capacity` allows: the callers that called least recently are forgotten and start a new window.
 *
 * @param options.now epoch milliseconds
 */
export function createMemoryRateLimiter(options: { now: () => number; capacity?: number }): MemoryRateLimiter {
  const { now, capacity = defaultCapacity } = options;
  const policies = new Map<string, LRUCache<string, Window>>();

  function windowsOf(name: string): LRUCache<string, Window> {
    const known = policies.get(name);
    if (known) return known;
    const windows = new LRUCache<string, Window>({ max: capacity });
    policies.set(name, windows);
    return windows;
  }

  return {
    consume(policy, id, calls = 1) {
      const windows = windowsOf(policy.name);
      const at = now();
      let window = windows.get(id);
      // A window that ends later than a whole one could was opened before the clock was set back.
      if (!window || window.resetAt <= at || window.resetAt > at + policy.windowMs) {
        window = { count: 0, resetAt: at + policy.windowMs };
        windows.set(id, window);
      }
      window.count += calls;
      return evaluateWindow(policy, window);
    },
  };
}
