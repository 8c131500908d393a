import type { RatePolicy, Verdict } from '../core/limits/rate-limit.ts';

/**
 * `X-RateLimit-*` (specification section 8; Reset is in unix seconds) and the IETF fields
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers; `t` is in seconds remaining).
 * @returns flat: name, value, name, value
 */
export function rateLimitHeaders(policy: RatePolicy, verdict: Verdict, now: number): string[] {
  const remaining = String(verdict.remaining);
  const left = Math.max(0, Math.ceil((verdict.resetAt - now) / 1000));
  return [
    'x-ratelimit-limit',
    String(verdict.limit),
    'x-ratelimit-remaining',
    remaining,
    'x-ratelimit-reset',
    String(Math.ceil(verdict.resetAt / 1000)),
    'ratelimit-policy',
    `"${policy.name}";q=${policy.limit};w=${policy.windowMs / 1000}`,
    'ratelimit',
    `"${policy.name}";r=${remaining};t=${left}`,
  ];
}

/** The same by name. */
export function namedRateLimitHeaders(policy: RatePolicy, verdict: Verdict, now: number): Record<string, string> {
  const flat = rateLimitHeaders(policy, verdict, now);
  const named: Record<string, string> = {};
  for (let at = 0; at < flat.length; at += 2) named[flat[at] ?? ''] = flat[at + 1] ?? '';
  return named;
}

/** For Retry-After: whole seconds, at least 1. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}
