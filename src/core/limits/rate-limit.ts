/** So many calls in each window; `name` keeps the counts of one policy from those of another. */
export interface RatePolicy {
  name: string;
  limit: number;
  windowMs: number;
}

export interface RateLimitResult {
  isAllowed: boolean;
  policy: RatePolicy;
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
    policy,
    remaining: Math.max(0, policy.limit - window.count),
    resetAt: window.resetAt,
  };
}

/** Returns no promise, because it runs on every call. */
export interface MemoryRateLimiter extends RateLimiter {
  consume(policy: RatePolicy, id: string, calls?: number): RateLimitResult;
}

/** Two words for a window: who it is of, and its end with its count. */
const words = 2;
/** Default number of windows: two megabytes. */
const usualSlots = 1 << 17;
/** Places that are looked at for one caller before one of them is given away. */
const probes = 16;

/** Threads read the clock one after the other: who read it first may find a window that was opened a moment later. */
const slackMs = 1_000n;

/**
 * The end of a window is stored in milliseconds since this moment. It takes 40 bits, enough until 2060, which leaves 23
 * bits for a count of up to eight million.
 */
const epoch = Date.UTC(2026, 0, 1);
const countBits = 23n;
const countMask = (1n << countBits) - 1n;

/** Memory for so many windows of all threads, empty. */
export function createSharedWindows(slots = usualSlots): SharedArrayBuffer {
  return new SharedArrayBuffer(slots * words * BigInt64Array.BYTES_PER_ELEMENT);
}

/**
 * Fixed windows that the threads of one process count in together, each starting with the first call of its ID: exact,
 * without a message or a lock. When other callers fill every slot near it, the window with the fewest calls is dropped,
 * and the next call of its caller starts a new one: a flood from thousands of networks must not drop the window of the
 * wider one that they belong to.
 *
 * @param about.windows the result of `createSharedWindows`, the same for all threads; by default the caller's own
 * @param about.seed a secret of this process, the same for all threads, so that no client can choose whom to share a
 *   window with
 * @param about.now epoch milliseconds
 */
export function createMemoryRateLimiter(about: {
  windows?: SharedArrayBuffer;
  seed: number;
  now: () => number;
}): MemoryRateLimiter {
  const { windows = createSharedWindows(), seed, now } = about;
  const table = new BigInt64Array(windows);
  const slots = table.length / words;

  /** The place of a caller's window; the key is never 0, which is an empty place. */
  function findPlace(key: bigint, first: number, at: bigint): number {
    let least = 0;
    let leastCount = countMask + 1n;
    let leastEnd = 0n;
    for (let step = 0; step < probes; step += 1) {
      const place = ((first + step) % slots) * words;
      const holder = Atomics.compareExchange(table, place, 0n, key);
      if (holder === 0n || holder === key) return place;
      const seen = Atomics.load(table, place + 1);
      const end = seen >> countBits;
      const count = end > at ? seen & countMask : 0n;
      if (count > leastCount || (count === leastCount && end >= leastEnd)) continue;
      [least, leastCount, leastEnd] = [place, count, end];
    }
    Atomics.store(table, least, key);
    Atomics.store(table, least + 1, 0n);
    return least;
  }

  return {
    consume(policy, id, calls = 1) {
      const { one, other } = hash(`${policy.name}:${id}`, seed);
      const at = BigInt(now() - epoch);
      const longest = BigInt(policy.windowMs);
      const more = BigInt(calls);
      const word = findPlace((BigInt(one) << 21n) | BigInt(other >>> 11) | 1n, other % slots, at) + 1;
      for (;;) {
        const seen = Atomics.load(table, word);
        const end = seen >> countBits;
        // A window that ends much later than a whole one could was opened before the clock was set back.
        const isOpen = end > at && end <= at + longest + slackMs;
        const sum = isOpen ? (seen & countMask) + more : more;
        const count = sum < countMask ? sum : countMask;
        const next = ((isOpen ? end : at + longest) << countBits) | count;
        if (Atomics.compareExchange(table, word, seen, next) !== seen) continue;
        return evaluateWindow(policy, { count: Number(count), resetAt: epoch + Number(next >> countBits) });
      }
    },
  };
}

/** Two 32-bit hashes of a text (cyrb53's mixing), different for each seed. */
function hash(text: string, seed: number): { one: number; other: number } {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return { one: one >>> 0, other: other >>> 0 };
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
