/**
 * What a fixed window lets through at its edge, and what happens when everybody waits equally long.
 * Quoted in content/articles/canonical-numbers-rate-limit-headers.md.
 * Run: node tests/load/article-figures/rate-limit-windows.ts
 */
import { report } from './machine.ts';

const windowMs = 60_000;

interface Limiter {
  /** Whether the call at `now` is let through; if not, after how many milliseconds to come back. */
  take(now: number): { isAllowed: true } | { isAllowed: false; retryAfterMs: number };
}

function createFixedWindow(limit: number): Limiter {
  let window = -1;
  let count = 0;
  return {
    take: (now) => {
      const current = Math.floor(now / windowMs);
      if (current !== window) {
        window = current;
        count = 0;
      }
      if (count >= limit) return { isAllowed: false, retryAfterMs: (current + 1) * windowMs - now };
      count += 1;
      return { isAllowed: true };
    },
  };
}

function createSlidingLog(limit: number): Limiter {
  let seen: number[] = [];
  return {
    take: (now) => {
      seen = seen.filter((at) => at > now - windowMs);
      const [oldest] = seen;
      if (seen.length >= limit && oldest !== undefined)
        return { isAllowed: false, retryAfterMs: oldest + windowMs - now };
      seen.push(now);
      return { isAllowed: true };
    },
  };
}

function countBurst(limiter: Limiter): number {
  let allowed = 0;
  for (let i = 0; i < 600; i++) if (limiter.take(59_000 + i).isAllowed) allowed += 1;
  for (let i = 0; i < 600; i++) if (limiter.take(60_000 + i).isAllowed) allowed += 1;
  return allowed;
}

report('600 a minute: 600 calls before and 600 after a minute turns, within 1.6 seconds', [
  { limiter: 'fixed window', allowed: countBurst(createFixedWindow(600)) },
  { limiter: 'sliding log', allowed: countBurst(createSlidingLog(600)) },
]);

/** A small repeatable random source, so that the simulation gives the same figures everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const workers = 300;
const strategies: Record<string, (retryAfterMs: number, random: () => number) => number> = {
  'wait Retry-After exactly': (retryAfterMs) => retryAfterMs,
  'wait Retry-After + up to 5 s': (retryAfterMs, random) => retryAfterMs + random() * 5_000,
  'wait Retry-After + up to 60 s': (retryAfterMs, random) => retryAfterMs + random() * 60_000,
};

/** `workers` callers want one call each at the same moment; the limit is 60 a minute. */
function simulate(pause: (retryAfterMs: number, random: () => number) => number) {
  const random = createRandom(7);
  const limiter = createFixedWindow(60);
  const queue = Array.from({ length: workers }, () => 30_000);
  const perTenth = new Map<number, number>();
  let sent = 0;
  let last = 0;
  while (queue.length > 0) {
    queue.sort((a, b) => a - b);
    const now = queue.shift() ?? 0;
    sent += 1;
    // The first moment is given; what a strategy decides is how the repeats arrive.
    if (now > 30_000) perTenth.set(Math.floor(now / 100), (perTenth.get(Math.floor(now / 100)) ?? 0) + 1);
    const answer = limiter.take(now);
    if (answer.isAllowed) last = Math.max(last, now);
    else queue.push(now + pause(answer.retryAfterMs, random));
  }
  return { sent, peak: Math.max(...perTenth.values()), minutes: ((last - 30_000) / 60_000).toFixed(1) };
}

report(
  `${workers} workers, one call each, 60 calls a minute`,
  Object.entries(strategies).map(([strategy, pause]) => {
    const { sent, peak, minutes } = simulate(pause);
    return {
      strategy,
      'requests sent': sent,
      refused: sent - workers,
      'repeats in the worst tenth of a second': peak,
      minutes,
    };
  }),
);

const resetAt = Date.UTC(2026, 10, 20, 12) / 1000;
console.log(
  `X-RateLimit-Reset: ${resetAt}, read as seconds to wait: ${(resetAt / (365.25 * 86_400)).toFixed(1)} years`,
);
