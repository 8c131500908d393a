import { LRUCache } from 'lru-cache';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { evaluateWindow, type RateLimiter, type RateLimitResult, type RatePolicy } from './rate-limit.ts';

/** How long to count without the store after a failure; then one call tries it again. */
const retryMs = 2_000;

/** While calls arrive, counts are sent to the store at least this often. */
const settleMs = 1_000;

/**
 * The share of a limit that one process may count for one caller before it tells the others: ten processes allow a
 * tenth too many.
 */
const unsettledShare = 0.01;

/** How many callers' windows to keep in memory. Less recent callers exist only in the store. */
const capacity = 50_000;

type StoreCount = { count: number; resetAt: number };

interface Batch {
  size: number;
  /** The reply of the store; undefined when it could not reply. Absent while no caller has to wait for it. */
  reply?: Promise<StoreCount | undefined>;
}

/** One caller under one policy, as far as this process knows. */
interface Window {
  key: string;
  policy: RatePolicy;
  /** Calls of all processes, as the store last replied. */
  settled: number;
  /** Epoch milliseconds. */
  resetAt: number;
  /** Calls that are on their way to the store, and when they have arrived. */
  sent: number;
  arrival: Promise<unknown>;
  /** Calls that are not. */
  open: Batch;
}

const nothingSent: Promise<unknown> = Promise.resolve();

/**
 * Counts for replicas that share a store. Each call is counted in memory and sent to the store about once a second, and
 * earlier when a hundredth of the limit has come together. A limit below 100 is checked in the store with each call, so
 * it is exact. The result is a plain value where no check is needed. A caller over the limit is rejected without a
 * check.
 *
 * While the store cannot reply, each process counts alone. The limit is then laxer, and no caller waits for the store
 * except the one that tries it every two seconds.
 *
 * @param options.now epoch milliseconds
 */
export function createSharedRateLimiter(options: { store: Pick<Store, 'increment'>; now: () => number }): RateLimiter {
  const { store, now } = options;
  const windows = new LRUCache<string, Window>({ max: capacity });
  const unsettled = new Set<Window>();
  let settledAt = now();
  let failing: { retryAt: number } | undefined;

  function findWindow(policy: RatePolicy, id: string): Window {
    const key = `rate:${policy.name}:${id}`;
    const at = now();
    const known = windows.get(key);
    // A window that ends later than a whole one could was opened before the clock was set back.
    if (known && known.resetAt > at && known.resetAt <= at + policy.windowMs) return known;
    if (known) unsettled.delete(known);
    const resetAt = at + policy.windowMs;
    const window = { key, policy, settled: 0, resetAt, sent: 0, arrival: nothingSent, open: { size: 0 } };
    windows.set(key, window);
    return window;
  }

  async function send(window: Window): Promise<StoreCount | undefined> {
    const { size } = window.open;
    window.open = { size: 0 };
    window.sent = size;
    try {
      const reply = await store.increment(window.key, window.policy.windowMs, size);
      failing = undefined;
      window.settled = reply.count;
      window.resetAt = reply.resetAt;
      return reply;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      failing = { retryAt: now() + retryMs };
      // Counted here although the store did not record it.
      window.settled += size;
      return undefined;
    } finally {
      window.sent = 0;
    }
  }

  /** Sends the open batch once the one before it has arrived; until then more calls may join it. */
  function settle(window: Window): Promise<StoreCount | undefined> {
    const { open } = window;
    unsettled.delete(window);
    if (!open.reply) {
      open.reply = window.arrival.then(() => send(window));
      // Callers that wait for a batch receive its error; the next batch is sent in any case.
      window.arrival = open.reply.catch(() => undefined);
    }
    return open.reply;
  }

  /** Is the store to be left alone? Says no once in two seconds while it is away. */
  function isAway(): boolean {
    if (!failing) return false;
    if (now() < failing.retryAt) return true;
    failing.retryAt = now() + retryMs;
    return false;
  }

  function settleDue() {
    if (now() - settledAt < settleMs || isAway()) return;
    settledAt = now();
    for (const window of unsettled) {
      void settle(window);
      // One is enough to learn whether the store is back.
      if (failing) return;
    }
  }

  return {
    consume(policy, id, calls = 1): RateLimitResult | Promise<RateLimitResult> {
      const window = findWindow(policy, id);
      const { open, sent } = window;
      const known = window.settled + sent;
      open.size += calls;
      const position = open.size;
      const guess = () => evaluateWindow(policy, { count: known + position, resetAt: window.resetAt });
      // Over the limit more calls change nothing.
      if (window.settled >= policy.limit) return guess();
      const isSmall = sent + position <= policy.limit * unsettledShare;
      if (isSmall && !open.reply) {
        unsettled.add(window);
        settleDue();
        return guess();
      }
      if (!open.reply && isAway()) return guess();
      return settle(window).then((reply) =>
        reply ? evaluateWindow(policy, { count: reply.count - open.size + position, resetAt: reply.resetAt }) : guess(),
      );
    },
  };
}
