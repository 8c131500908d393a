import type { Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { anonymous, type Caller } from '../../core/access/caller.ts';
import {
  consumeAll,
  createNetworkPolicies,
  networksOf,
  type RateLimiter,
  type RateLimitResult,
  type RatePolicy,
} from '../../core/limits/rate-limit.ts';
import type { Turns } from '../../core/limits/turns.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { signatureHeader } from '../../protocols/agent-names.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { rateLimitHeaders, secondsUntil } from '../../protocols/rate-limit-headers.ts';

/** The caller of a request, and the result of the rate limit. */
export interface Admission {
  caller: Caller;
  /** The name of an agent that signed its request. */
  agent?: string | undefined;
  isAllowed: boolean;
  /** For Retry-After. */
  secondsLeft: number;
  /**
   * Headers of every response, errors included; a handler that counts its own calls overrides them. Flat: name, value,
   * name, value.
   */
  headers: readonly string[];
}

/** What is counted: an operation, typing in the search window of the site, or undefined for anything else. */
export type CountedId = OperationId | 'typing' | undefined;

/** Where a request comes from. */
type Origin = Pick<HttpRequest, 'headers' | 'clientAddress'> & Partial<Pick<HttpRequest, 'isGone' | 'method' | 'url'>>;

/** Identifies and counts one call. No promise where none is needed. */
export type Admit = (id: CountedId, request: Origin) => Admission | Promise<Admission>;

/**
 * Counts more calls of an admitted request, updates its headers, and waits for the turn of its client address.
 * @throws ServiceError rate_limited
 */
export type Spend = (
  request: { id: CountedId; request: Pick<Origin, 'clientAddress' | 'isGone'>; admission: Admission },
  calls: number,
  most?: 'minute',
) => Promise<void>;

export type Policies = Record<(typeof operations)[OperationId]['limit'], RatePolicy>;

/** The ceiling of all callers from one client address, as a multiple of one caller's limit. */
const callersPerAddress = 4;

/**
 * Subscribers are counted by key; anonymous callers, and all calls that subscribe, by client address. All API calls
 * from one client address are also counted together, and all from each wider network: keys are free and addresses
 * nearly so, and ten of either must not bring ten limits.
 */
export function createLimits(parts: { services: Services; limiter: RateLimiter; policies: Policies; turns: Turns }): {
  admit: Admit;
  spend: Spend;
  takeTurn: (clientAddress: string) => Promise<void>;
} {
  const { services, limiter, policies, turns } = parts;
  const { api } = policies;
  const networkPolicies = new Map(Object.values(policies).map((policy) => [policy, createNetworkPolicies(policy)]));
  const ceilingOf = createNetworkPolicies({ ...api, name: 'address', limit: api.limit * callersPerAddress });

  function judged({ caller, agent }: Pick<Admission, 'caller' | 'agent'>, result: RateLimitResult): Admission {
    const now = services.now();
    return {
      caller,
      agent,
      isAllowed: result.isAllowed,
      secondsLeft: secondsUntil(result.resetAt, now),
      headers: rateLimitHeaders(result, now),
    };
  }

  function count(
    caller: Caller,
    id: CountedId,
    about: { clientAddress: string; calls: number; agent?: string | undefined },
  ) {
    const { clientAddress, calls, agent } = about;
    const operation: Operation | undefined = id && id !== 'typing' ? operations[id] : undefined;
    const policy = policies[operation?.countsOwnCalls ? 'api' : (operation?.limit ?? 'api')];
    const hasCeiling = operation?.limit !== 'subscribe' && id !== 'typing';
    // A caller that has reached the API's limit may still get a key: calls that issue one are counted apart.
    const kind = id === 'typing' ? 'typing:' : operation?.countsOwnCalls ? 'own:' : '';
    const networks = networksOf(clientAddress);
    const wider = hasCeiling
      ? networks.map((network) => ({ policy: ceilingOf(network), id: network.id }))
      : networks.slice(1).map((network) => ({
          policy: networkPolicies.get(policy)?.(network) ?? policy,
          id: kind + network.id,
        }));
    // Operations that issue keys count by client address alone: otherwise each new key would start a new count.
    const isByKey = caller.kind === 'subscriber' && hasCeiling;
    const own = isByKey ? `key:${caller.id}` : hasCeiling && agent !== undefined ? `agent:${agent}` : undefined;
    const result = consumeAll(limiter, [{ policy, id: own ?? kind + clientAddress }, ...wider], calls);
    return result instanceof Promise
      ? result.then((counted) => judged({ caller, agent }, counted))
      : judged({ caller, agent }, result);
  }

  function admitAs(agent: string | undefined, id: CountedId, request: Origin): Admission | Promise<Admission> {
    const about = { clientAddress: request.clientAddress, calls: 1, agent };
    const authorization = request.headers.get('authorization');
    if (authorization === null) return count(anonymous, id, about);
    const path = id && id !== 'typing' ? operations[id].path : '/';
    const caller = services.identify(authorization, path);
    return caller instanceof Promise ? caller.then((known) => count(known, id, about)) : count(caller, id, about);
  }

  return {
    admit(id, request) {
      if (!request.headers.has(signatureHeader)) return admitAs(undefined, id, request);
      return services.nameAgent(request).then((agent) => admitAs(agent, id, request));
    },
    async spend({ id, request, admission }, all, most) {
      const { clientAddress } = request;
      // The request itself was one of the minute's calls.
      const calls = most === 'minute' ? Math.min(all, api.limit - 1) : all;
      if (calls > 0) {
        const { agent } = admission;
        const counted = await count(admission.caller, id, { clientAddress, calls, agent });
        const { isAllowed, secondsLeft, headers } = counted;
        admission.headers = headers;
        if (!isAllowed) throw new ServiceError('rate_limited', undefined, { retryAfter: secondsLeft });
      }
      await turns.take(clientAddress, request.isGone && (() => request.isGone?.() === true));
    },
    async takeTurn(clientAddress) {
      await turns.take(clientAddress);
    },
  };
}

/** The caller's ID for the log; of an agent without a key, its name. */
export function getCallerId({ caller, agent }: Admission): string | undefined {
  if (caller.kind === 'subscriber') return caller.id;
  return agent === undefined ? undefined : `agent:${agent}`;
}
