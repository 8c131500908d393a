import { expect, it } from 'vitest';
import { namedRateLimitHeaders } from './rate-limit-headers.ts';

it.each([0, 7, 999, 1_000, 1_005, 60_020, 9_999_990, 10_000_000])(
  'says that %i calls are left, in both forms',
  (left) => {
    const policy = { name: 'api', limit: 10_000_000, windowMs: 60_000 };
    const verdict = { isAllowed: true, policy, remaining: left, resetAt: 1_800_000_000_000 };
    expect(namedRateLimitHeaders(verdict, verdict.resetAt - 30_000)).toEqual({
      'x-ratelimit-limit': '10000000',
      'x-ratelimit-remaining': `${left}`,
      'x-ratelimit-reset': '1800000000',
      'ratelimit-policy': '"api";q=10000000;w=60',
      ratelimit: `"api";r=${left};t=30`,
    });
  },
);
