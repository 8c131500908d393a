import { type OperationId, operations } from '../../contract/operations.ts';
import { anonymous, type Caller } from '../../core/access/caller.ts';
import { groupAddress, type RateLimiter, type RatePolicy, type Verdict } from '../../core/limits/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { Asked } from '../socket/asked.ts';
import { rateLimitHeaders, secondsUntil } from './rate-limit-headers.ts';

/** Who calls, and whether they may call now. */
export interface Admission {
  caller: Caller;
  isAllowed: boolean;
  /** For Retry-After. */
  secondsLeft: number;
  /** For every answer, refusals too. Flat: name, value, name, value. */
  headers: readonly string[];
}

/** Identifies and counts one call; undefined is a path without an operation. No promise where none is needed. */
export type Admit = (
  id: OperationId | undefined,
  asked: Pick<Asked, 'headers' | 'clientAddress'>,
) => Admission | Promise<Admission>;

export type Policies = Record<(typeof operations)[OperationId]['limit'], RatePolicy>;

/** A subscriber is counted by key, anybody else, and everybody who subscribes, by address. */
export function createAdmit(parts: { services: Services; limiter: RateLimiter; policies: Policies }): Admit {
  const { services, limiter, policies } = parts;

  function admit(caller: Caller, policy: RatePolicy, verdict: Verdict): Admission {
    const now = services.now();
    return {
      caller,
      isAllowed: verdict.isAllowed,
      secondsLeft: secondsUntil(verdict.resetAt, now),
      headers: rateLimitHeaders(policy, verdict, now),
    };
  }

  function count(
    caller: Caller,
    limit: keyof Policies,
    { clientAddress }: Pick<Asked, 'clientAddress'>,
  ): Admission | Promise<Admission> {
    const policy = policies[limit];
    // Whoever can make keys would make a new count with each: what hands them out counts by address alone.
    const isByKey = caller.kind === 'subscriber' && limit !== 'subscribe';
    const counted = isByKey ? `key:${caller.id}` : `address:${groupAddress(clientAddress)}`;
    const verdict = limiter.consume(policy, counted);
    return verdict instanceof Promise
      ? verdict.then((settled) => admit(caller, policy, settled))
      : admit(caller, policy, verdict);
  }

  return (id, asked) => {
    const operation = id && operations[id];
    const limit = operation?.limit ?? 'api';
    const authorization = asked.headers.get('authorization');
    if (authorization === null) return count(anonymous, limit, asked);
    const caller = services.identify(authorization, operation && services.urls.at(operation.path));
    return caller instanceof Promise ? caller.then((known) => count(known, limit, asked)) : count(caller, limit, asked);
  };
}
