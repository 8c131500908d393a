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
