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

/** A network that an IP address belongs to, and how much more than one address it may take. */
export interface Network {
  id: string;
  /** Its limit as a multiple of the limit of one address. */
  times: number;
  /** The largest part of something scarce, such as all open connections, that it may hold. */
  share: number;
}

/**
 * The networks that a client address is counted in, the narrowest first. The holder of many must not take
 * everything: an IPv6 customer has 256 (/56) or 65,536 (/48) networks of 64 bits. A university or an office behind one
 * of these has room for sixteen callers that reach their limits at the same time.
 *
 * @param clientAddress the result of `groupAddress`; anything else belongs to no wider network
 */
export function networksOf(clientAddress: string): readonly Network[] {
  const one = { id: clientAddress, times: 1, share: 1 };
  if (clientAddress.endsWith('::/64')) {
    const [first, second, third, fourth = ''] = clientAddress.slice(0, -'::/64'.length).split(':');
    const wide = `${first}:${second}:${third}`;
    return [
      one,
      { id: `${wide}:${fourth.length > 2 ? fourth.slice(0, -2) : '0'}00::/56`, times: 4, share: 1 / 4 },
      { id: `${wide}::/48`, times: 16, share: 1 / 2 },
    ];
  }
  const end = clientAddress.lastIndexOf('.');
  return end < 0 ? [one] : [one, { id: `${clientAddress.slice(0, end)}.0/24`, times: 16, share: 1 / 2 }];
}

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
