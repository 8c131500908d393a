import type { RatePolicy, Verdict } from '../core/limits/rate-limit.ts';

/**
 * `X-RateLimit-*` (specification section 8; Reset is in unix seconds) and the IETF fields
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers; `t` is in seconds remaining).
 */
export function rateLimitHeaders(policy: RatePolicy, verdict: Verdict, now: number): [string, string][] {
  const remaining = String(verdict.remaining);
  const left = Math.max(0, Math.ceil((verdict.resetAt - now) / 1000));
  return [
    ['x-ratelimit-limit', String(verdict.limit)],
    ['x-ratelimit-remaining', remaining],
    ['x-ratelimit-reset', String(Math.ceil(verdict.resetAt / 1000))],
    ['ratelimit-policy', `"${policy.name}";q=${policy.limit};w=${policy.windowMs / 1000}`],
    ['ratelimit', `"${policy.name}";r=${remaining};t=${left}`],
  ];
}

/** For Retry-After: whole seconds, at least 1. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}
