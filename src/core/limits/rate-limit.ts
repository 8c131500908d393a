import { LRUCache } from 'lru-cache';

/** So many calls in each window; `name` keeps the counts of one policy from those of another. */
export interface RatePolicy {
  name: string;
  limit: number;
  windowMs: number;
}

export interface RateLimitResult {
  isAllowed: boolean;
  limit: number;
  /** Calls left in this window. */
  remaining: number;
  /** Epoch milliseconds when the next window begins. */
  resetAt: number;
}

export interface RateLimiter {
  /** Counts calls of a key or an IP address, one unless `calls` is given. Never throws when the store is away. */
  consume(policy: RatePolicy, id: string, calls?: number): RateLimitResult | Promise<RateLimitResult>;
}

/** The result of a policy for a window with this many calls, including the current one. */
export function evaluateWindow(policy: RatePolicy, window: { count: number; resetAt: number }): RateLimitResult {
  return {
    isAllowed: window.count <= policy.limit,
    limit: policy.limit,
    remaining: Math.max(0, policy.limit - window.count),
    resetAt: window.resetAt,
  };
}

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

/**
 * The part of an IP address that its owner cannot change at will: a whole IPv4 address, or the first 64 bits of an IPv6
 * address, whose other half each host may choose for each call (RFC 8981).
 *
 * @param address the IP address as the system writes it; anything else is returned unchanged
 */
export function groupAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const hextets = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${hextets.slice(0, 4).join(':')}::/64`;
}
