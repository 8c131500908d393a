import { randomUUID } from 'node:crypto';
import type { Operation } from '../contract/operation.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import type { Caller } from '../core/caller.ts';
import { groupAddress, type RateLimiter, type RatePolicy, type Verdict } from '../core/rate-limit.ts';
import { ServiceError, toServiceError } from '../core/service-error.ts';
import type { Services } from '../core/services.ts';
import { preferredType } from '../protocols/accept.ts';
import type { ErrorRenderer, Handlers } from '../protocols/handler.ts';
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { deprecationHeaders } from './deprecation.ts';
import { withEntityTag } from './entity-tag.ts';
import { rateLimitHeaders, secondsUntil } from './rate-limit-headers.ts';
import { parseBody, parseQuery, readBody } from './request-body.ts';
import { createRouter, type Route } from './router.ts';

/** What the process knows of a request besides the request. */
export interface Arrival {
  clientAddress: string;
  requestId: string;
  /** Told what was answered, for the log and the metrics. */
  onAnswer?: (answered: Answered) => void;
}

export interface Answered {
  operation: OperationId | 'none';
  callerId: string | undefined;
  isSandbox: boolean;
}

export interface App {
  /** Is there an operation at this path, whatever the method? */
  matches(pathname: string): boolean;
  fetch(request: Request, arrival?: Partial<Arrival>): Promise<Response>;
}

export interface AppParts {
  services: Services;
  handlers: Handlers;
  /** By `errorForm` of the operation. */
  renderers: Record<'rest' | NonNullable<Operation['errorForm']>, ErrorRenderer>;
  limiter: RateLimiter;
  policies: Record<Operation['limit'], RatePolicy>;
}

interface Visit {
  request: Request;
  route: Route;
  arrival: Arrival;
  caller: Caller;
}

/** The whole API behind one function, `fetch(Request) -> Response`, without a socket. */
export function createApp(parts: AppParts): App {
  const { services, handlers, renderers, limiter, policies } = parts;
  const findRoute = createRouter();
  const deprecations = deprecationHeaders(services.publication.deprecations, services.urls);

  async function visit(
    request: Request,
    route: Route,
    arrival: Arrival,
  ): Promise<{ response: Response; caller: Caller }> {
    if (request.method === 'OPTIONS' && route.kind !== 'operation') {
      const allow = route.kind === 'no-method' ? route.allow : ['OPTIONS'];
      return {
        response: new Response(null, { status: 204, headers: preflightHeaders(allow) }),
        caller: { kind: 'anonymous' },
      };
    }
    const operation = route.kind === 'operation' ? operations[route.id] : undefined;
    const caller = await services.identify(
      request.headers.get('authorization'),
      operation && services.urls.at(operation.path),
    );
    const policy = policies[operation?.limit ?? 'api'];
    const verdict = await limiter.consume(
      policy,
      caller.kind === 'subscriber' ? `key:${caller.id}` : `address:${groupAddress(arrival.clientAddress)}`,
    );
    const response = await answer({ request, route, arrival, caller }, verdict);
    for (const [name, value] of rateLimitHeaders(policy, verdict, services.now())) response.headers.set(name, value);
    return { response, caller };
  }

  async function answer(about: Visit, verdict: Verdict): Promise<Response> {
    const { request, route, arrival } = about;
    const operation: Operation | undefined = route.kind === 'operation' ? operations[route.id] : undefined;
    try {
      if (!verdict.isAllowed) {
        throw new ServiceError('rate_limited', undefined, {
          retryAfter: secondsUntil(verdict.resetAt, services.now()),
        });
      }
      switch (route.kind) {
        case 'nowhere':
          throw new ServiceError('not_found');
        case 'no-method':
          return refuseMethod(about, route.allow);
        case 'operation':
          return await operate(about, route, operations[route.id]);
      }
    } catch (thrown) {
      return renderers[operation?.errorForm ?? 'rest'](explain(thrown, arrival), { request, ...arrival });
    }
  }

  function refuseMethod({ request, arrival }: Visit, allow: readonly string[]): Response {
    const refusal = renderers.rest(new ServiceError('method_not_allowed', `It takes ${allow.join(', ')}.`), {
      request,
      ...arrival,
    });
    refusal.headers.set('allow', allow.join(', '));
    return refusal;
  }

  async function operate(
    about: Visit,
    route: Extract<Route, { kind: 'operation' }>,
    operation: Operation,
  ): Promise<Response> {
    const { request, arrival, caller } = about;
    checkAccept(request, operation);
    const asked = new URL(request.url);
    const url = new URL(services.urls.at(asked.pathname + asked.search));
    const bodyText = await readBody(request, operation);
    const checked = { query: parseQuery(url, operation), body: parseBody(bodyText, operation) };
    const call = { request, url, params: route.params, ...checked, bodyText, mirror: route.mirror, caller, ...arrival };
    // The table pairs each id with its handler's types; through a variable id only the table itself can know that.
    const response: Response = await Reflect.apply(handlers[route.id], undefined, [call]);
    for (const [name, value] of deprecations.get(route.id) ?? []) response.headers.append(name, value);
    return withEntityTag(request, response);
  }

  /** Anything that is not a refusal is a bug: logged with its cause, told only by its request id. */
  function explain(thrown: unknown, arrival: Arrival): ServiceError {
    const refusal = toServiceError(thrown);
    if (refusal.code === 'internal_error') {
      services.log.error({ err: thrown, requestId: arrival.requestId }, 'request failed');
    }
    return refusal;
  }

  return {
    matches: (pathname) => findRoute('GET', pathname).kind !== 'nowhere',
    async fetch(request, given = {}) {
      const arrival: Arrival = { clientAddress: 'unknown', requestId: randomUUID(), ...given };
      const route = findRoute(request.method, new URL(request.url).pathname);
      const { response, caller } = await visit(request, route, arrival).catch((thrown: unknown) => ({
        response: renderers.rest(explain(thrown, arrival), { request, ...arrival }),
        caller: { kind: 'anonymous' } as const,
      }));
      const isSandbox = route.mirror === 'sandbox';
      arrival.onAnswer?.({
        operation: route.kind === 'operation' ? route.id : 'none',
        callerId: caller.kind === 'subscriber' ? caller.id : undefined,
        isSandbox,
      });
      return finish(request, response, { isSandbox, requestId: arrival.requestId });
    },
  };
}

function checkAccept(request: Request, operation: Operation) {
  if (operation.errorForm) return;
  const offers = Object.values(operation.responses).flatMap(({ mediaTypes }) => mediaTypes ?? ['application/json']);
  if (preferredType(request.headers.get('accept'), offers)) return;
  throw new ServiceError('not_acceptable', `Made here: ${[...new Set(offers)].join(', ')}.`);
}

/** Headers that every answer carries. */
function finish(request: Request, response: Response, about: { isSandbox: boolean; requestId: string }): Response {
  const { headers } = response;
  for (const [name, value] of crossOriginHeaders) headers.set(name, value);
  headers.set('x-request-id', about.requestId);
  if (about.isSandbox) headers.set('x-sandbox', 'true');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (request.method !== 'HEAD') return response;
  void response.body?.cancel(); // RFC 9110 section 9.3.2: a HEAD answer has no body; a stream must not go on alone
  return new Response(null, { status: response.status, headers });
}
