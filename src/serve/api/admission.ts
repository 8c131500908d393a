import type { Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { anonymous, type Caller } from '../../core/access/caller.ts';
import type { RateLimiter, RateLimitResult, RatePolicy } from '../../core/limits/rate-limit.ts';
import type { Turns } from '../../core/limits/turns.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { rateLimitHeaders, secondsUntil } from '../../protocols/rate-limit-headers.ts';

/** Who calls, and whether they may call now. */
export interface Admission {
  caller: Caller;
  isAllowed: boolean;
  /** For Retry-After. */
  secondsLeft: number;
  /** For every answer, refusals too; what a handler that counts itself says stands before it. Flat: name, value, name, value. */
  headers: readonly string[];
}

/** What is counted: an operation, typing in the search window of the site, or undefined for anything else. */
export type CountedId = OperationId | 'typing' | undefined;

/** Where a request comes from. */
type Origin = Pick<HttpRequest, 'headers' | 'clientAddress'> & Partial<Pick<HttpRequest, 'isGone'>>;

/** Identifies and counts one call. No promise where none is needed. */
export type Admit = (id: CountedId, request: Origin) => Admission | Promise<Admission>;

/**
 * Counts more calls of an admitted request, updates its headers, and waits until it is the turn of its address.
 * @throws ServiceError rate_limited
 */
export type Spend = (
  request: { id: CountedId; request: Pick<Origin, 'clientAddress' | 'isGone'>; admission: Admission },
  calls: number,
) => Promise<void>;

export type Policies = Record<(typeof operations)[OperationId]['limit'], RatePolicy>;

/** How many times the limit of one caller all callers from one address have together. */
const callersPerAddress = 4;

/**
 * A subscriber is counted by key, anybody else, and everybody who subscribes, by address. All calls to the API from one address are
 * counted together as well: keys cost nothing, so ten of them must not bring ten limits.
 */
export function createLimits(parts: { services: Services; limiter: RateLimiter; policies: Policies; turns: Turns }): {
  admit: Admit;
  spend: Spend;
} {
  const { services, limiter, policies, turns } = parts;
  const { api } = policies;
  const ceiling: RatePolicy = { ...api, name: 'address', limit: api.limit * callersPerAddress };

  function judged(caller: Caller, policy: RatePolicy, verdict: RateLimitResult): Admission {
    const now = services.now();
    return {
      caller,
      isAllowed: verdict.isAllowed,
      secondsLeft: secondsUntil(verdict.resetAt, now),
      headers: rateLimitHeaders(policy, verdict, now),
    };
  }

  function count(caller: Caller, id: CountedId, about: { clientAddress: string; calls: number }) {
    const { clientAddress, calls } = about;
    const operation: Operation | undefined = id && id !== 'typing' ? operations[id] : undefined;
    const policy = policies[operation?.countsOwnCalls ? 'api' : (operation?.limit ?? 'api')];
    // Whoever can make keys would make a new count with each: what hands them out counts by address alone.
    const isByKey = caller.kind === 'subscriber' && operation?.limit !== 'subscribe' && id !== 'typing';
    const verdict = limiter.consume(
      policy,
      isByKey ? `key:${caller.id}` : byAddress(id, operation, clientAddress),
      calls,
    );
    const hasCeiling = operation?.limit !== 'subscribe' && id !== 'typing';
    const judgeWhole = (own: RateLimitResult): Admission | Promise<Admission> => {
      // A caller past its own limit takes nothing from the others at its address.
      if (!hasCeiling || !own.isAllowed) return judged(caller, policy, own);
      const all = limiter.consume(ceiling, clientAddress, calls);
      const stricter = (whole: RateLimitResult) =>
        whole.remaining < own.remaining || !whole.isAllowed
          ? judged(caller, ceiling, whole)
          : judged(caller, policy, own);
      return all instanceof Promise ? all.then(stricter) : stricter(all);
    };
    return verdict instanceof Promise ? verdict.then(judgeWhole) : judgeWhole(verdict);
  }

  return {
    admit(id, request) {
      const { clientAddress } = request;
      const about = { clientAddress, calls: 1 };
      const authorization = request.headers.get('authorization');
      if (authorization === null) return count(anonymous, id, about);
      const path = id && id !== 'typing' ? operations[id].path : '/';
      const caller = services.identify(authorization, path);
      return caller instanceof Promise ? caller.then((known) => count(known, id, about)) : count(caller, id, about);
    },
    async spend({ id, request, admission }, calls) {
      const { clientAddress } = request;
      if (calls > 0) {
        const { isAllowed, secondsLeft, headers } = await count(admission.caller, id, { clientAddress, calls });
        admission.headers = headers;
        if (!isAllowed) throw new ServiceError('rate_limited', undefined, { retryAfter: secondsLeft });
      }
      await turns.take(clientAddress, request.isGone && (() => request.isGone?.() === true));
    },
  };
}

function byAddress(id: CountedId, operation: Operation | undefined, clientAddress: string): string {
  if (id === 'typing') return `typing:${clientAddress}`;
  // Whoever has read to the limit may still get a key: these calls have the limit of the API to themselves.
  return operation?.countsOwnCalls ? `own:${clientAddress}` : clientAddress;
}

/** Whom to name in the log. */
export function callerIdOf({ caller }: Admission): string | undefined {
  return caller.kind === 'subscriber' ? caller.id : undefined;
}
