import type { RateLimitResult, RatePolicy } from '../core/limits/rate-limit.ts';

/**
 * `X-RateLimit-*` (specification section 8; Reset is in unix seconds) and the IETF fields
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers; `t` is in seconds remaining).
 * @returns flat: name, value, name, value
 */
export function rateLimitHeaders(result: RateLimitResult, now: number): string[] {
  const { policy } = result;
  const remaining = toDigits(result.remaining);
  const left = Math.max(0, Math.ceil((result.resetAt - now) / 1000));
  return [
    'x-ratelimit-limit',
    String(policy.limit),
    'x-ratelimit-remaining',
    remaining,
    'x-ratelimit-reset',
    String(Math.ceil(result.resetAt / 1000)),
    'ratelimit-policy',
    describePolicy(policy),
    'ratelimit',
    `"${policy.name}";r=${remaining};t=${left}`,
  ];
}

/** The same by name. */
export function namedRateLimitHeaders(result: RateLimitResult, now: number): Record<string, string> {
  const flat = rateLimitHeaders(result, now);
  const named: Record<string, string> = {};
  for (let at = 0; at < flat.length; at += 2) named[flat[at] ?? ''] = flat[at + 1] ?? '';
  return named;
}

const threeDigits = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'));

/**
 * Writes a count that changes with each call. V8 caches the texts of the last 16,000 numbers: complete ones would live
 * long enough to fill the old generation. In two parts there are few.
 */
function toDigits(count: number): string {
  const thousands = Math.floor(count / 1_000);
  return thousands === 0 ? String(count) : `${thousands}${threeDigits[count % 1_000]}`;
}

/** Descriptions are sent with each response and never change for a policy. */
const described = new WeakMap<RatePolicy, string>();

function describePolicy(policy: RatePolicy): string {
  const known = described.get(policy);
  if (known !== undefined) return known;
  const { name, limit, windowMs } = policy;
  const text = `"${name}";q=${limit};w=${windowMs / 1000}`;
  described.set(policy, text);
  return text;
}

/** For Retry-After: whole seconds, at least 1. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}
