import type { Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { anonymous, type Caller } from '../../core/access/caller.ts';
import type { RateLimiter, RatePolicy, Verdict } from '../../core/limits/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { rateLimitHeaders, secondsUntil } from '../../protocols/rate-limit-headers.ts';
import type { Asked } from '../asked.ts';

/** Who calls, and whether they may call now. */
export interface Admission {
  caller: Caller;
  isAllowed: boolean;
  /** For Retry-After. */
  secondsLeft: number;
  /** For every answer, refusals too; what a handler that counts itself says stands before it. Flat: name, value, name, value. */
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
    operation: Operation | undefined,
    { clientAddress }: Pick<Asked, 'clientAddress'>,
  ): Admission | Promise<Admission> {
    const policy = policies[operation?.countsItself ? 'api' : (operation?.limit ?? 'api')];
    // Whoever can make keys would make a new count with each: what hands them out counts by address alone.
    const isByKey = caller.kind === 'subscriber' && operation?.limit !== 'subscribe';
    // Whoever has read to the limit may still get a key: these calls have the limit of the API to themselves.
    const byAddress = operation?.countsItself ? `own:${clientAddress}` : clientAddress;
    const verdict = limiter.consume(policy, isByKey ? `key:${caller.id}` : byAddress);
    return verdict instanceof Promise
      ? verdict.then((settled) => admit(caller, policy, settled))
      : admit(caller, policy, verdict);
  }

  return (id, asked) => {
    const operation: Operation | undefined = id && operations[id];
    const authorization = asked.headers.get('authorization');
    if (authorization === null) return count(anonymous, operation, asked);
    const caller = services.identify(authorization, services.urls.at(operation?.path ?? '/'));
    return caller instanceof Promise
      ? caller.then((known) => count(known, operation, asked))
      : count(caller, operation, asked);
  };
}

/** Whom to name in the log. */
export function callerIdOf({ caller }: Admission): string | undefined {
  return caller.kind === 'subscriber' ? caller.id : undefined;
}
