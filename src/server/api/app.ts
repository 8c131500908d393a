import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ErrorForm, Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Answer } from '../../protocols/answer.ts';
import type { ErrorRenderer, Handlers } from '../../protocols/handler.ts';
import type { createRestErrorRenderer } from '../../protocols/rest/errors.ts';
import { createPreparedAnswers, type PreparedAnswer } from '../answers/prepared.ts';
import { securityHeaders } from '../answers/security-headers.ts';
import { toWebResponse } from '../socket/web-response.ts';
import { checkAccept, isAcceptable } from './acceptance.ts';
import { type Admission, type Admit, createAdmit, type Policies } from './admission.ts';
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { deprecationHeaders } from './deprecation.ts';
import { parseBody, parseQuery, readBody } from './request-body.ts';
import { createRouter, type Route } from './router.ts';
import { readVary } from './vary.ts';

/** What the process knows of a request besides the request. */
export interface Arrival {
  clientAddress: string;
  requestId: string;
  /** Told what was answered, for the log and the metrics. */
  onAnswer?: (answered: Answered) => void;
  /** When the call has been identified and counted already. */
  admission?: Admission;
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
  /** The answer to what is refused before it reaches an operation; it may not even be a request. */
  refuse(error: ServiceError, arrival: Pick<Arrival, 'requestId' | 'admission'>): Response;
  admit: Admit;
  /** An acceptable answer that lies ready; whoever sends it admits the caller first. */
  findPrepared(asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): PreparedAnswer | undefined;
}

export interface AppParts {
  services: Services;
  handlers: Handlers;
  /** By `errorForm` of the operation. */
  renderers: Record<ErrorForm, ErrorRenderer> & { rest: ReturnType<typeof createRestErrorRenderer> };
  limiter: RateLimiter;
  policies: Policies;
}

interface Visit {
  request: Request;
  route: Route;
  arrival: Arrival;
  admission: Admission;
}

/** The whole API behind one function, `fetch(Request) -> Response`, without a socket. */
export function createApp(parts: AppParts): App {
  const { services, handlers, renderers } = parts;
  const findRoute = createRouter();
  const admit = createAdmit(parts);
  const prepared = createPreparedAnswers(services);
  const fixedHeaders = [...crossOriginHeaders, ...securityHeaders(services.urls.base)];
  const deprecations = deprecationHeaders(services.publication.deprecations, services.urls);

  async function visit(
    request: Request,
    route: Route,
    arrival: Arrival,
  ): Promise<{ response: Response; caller: Caller }> {
    const id = route.kind === 'operation' ? route.id : undefined;
    const authorization = request.headers.get('authorization');
    const admission = arrival.admission ?? (await admit(id, { authorization, ...arrival }));
    const response =
      request.method === 'OPTIONS' ? preflight(route) : await answer({ request, route, arrival, admission });
    for (const [name, value] of admission.headers) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return { response, caller: admission.caller };
  }

  /** Counted and never refused: a browser would hide from its page why, and the call it asks for is refused in words. */
  function preflight(route: Route): Response {
    const allow = route.kind === 'no-method' ? route.allow : ['OPTIONS'];
    return new Response(null, { status: 204, headers: preflightHeaders(allow) });
  }

  async function answer(about: Visit): Promise<Response> {
    const { request, route, arrival, admission } = about;
    try {
      if (!admission.isAllowed) {
        throw new ServiceError('rate_limited', undefined, { retryAfter: admission.secondsLeft });
      }
      switch (route.kind) {
        case 'nowhere':
          throw new ServiceError('not_found');
        case 'no-method':
          return refuseMethod(about, route);
        case 'operation':
          return await operate(about, route, operations[route.id]);
      }
    } catch (thrown) {
      return toWebResponse(renderers[formOf(route)](explain(thrown, arrival), { request, ...arrival }));
    }
  }

  function refuseMethod({ request, arrival }: Visit, route: Extract<Route, { kind: 'no-method' }>): Response {
    const allow = route.allow.join(', ');
    const refused = new ServiceError('method_not_allowed', `It takes ${allow}.`);
    const refusal = toWebResponse(renderers[formOf(route)](refused, { request, ...arrival }));
    refusal.headers.set('allow', allow);
    return refusal;
  }

  async function operate(
    about: Visit,
    route: Extract<Route, { kind: 'operation' }>,
    operation: Operation,
  ): Promise<Response> {
    const { request, arrival } = about;
    const { caller } = about.admission;
    checkAccept(request.headers.get('accept'), route.id);
    const asked = new URL(request.url);
    const url = new URL(services.urls.at(asked.pathname + asked.search));
    const bodyText = await readBody(request, operation);
    const checked = { query: parseQuery(url, operation), body: parseBody(bodyText, operation) };
    const call = { request, url, params: route.params, ...checked, bodyText, mirror: route.mirror, caller, ...arrival };
    // The table pairs each id with its handler's types; through a variable id only the table itself can know that.
    const answer: Answer = await Reflect.apply(handlers[route.id], undefined, [call]);
    const response = toWebResponse(answer);
    for (const [name, value] of deprecations.get(route.id) ?? []) response.headers.append(name, value);
    return response;
  }

  /** Anything that is not a refusal is a bug: logged with its cause, told only by its request id. */
  function explain(thrown: unknown, arrival: Arrival): ServiceError {
    const refusal = toServiceError(thrown);
    if (refusal.code === 'internal_error') {
      services.log.error({ err: thrown, requestId: arrival.requestId }, 'request failed');
    }
    return refusal;
  }

  /** Headers that every answer carries. */
  function finish(
    { headers }: Response,
    about: { operation: Answered['operation']; isSandbox: boolean; requestId: string },
  ) {
    // A handler's own policy stands: the consent page must let its form lead back to the app.
    for (const [name, value] of fixedHeaders) if (!headers.has(name)) headers.set(name, value);
    headers.set('x-request-id', about.requestId);
    if (about.operation !== 'none') headers.set('vary', readVary(about.operation));
    if (about.isSandbox) headers.set('x-sandbox', 'true');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  }

  return {
    refuse(error, { requestId, admission }) {
      const response = toWebResponse(renderers.rest(error, { requestId }));
      if (error.code === 'method_not_allowed') response.headers.set('allow', 'GET, HEAD, POST, DELETE, OPTIONS');
      for (const [name, value] of admission?.headers ?? []) response.headers.set(name, value);
      finish(response, { operation: 'none', isSandbox: false, requestId });
      return response;
    },
    matches: (pathname) => findRoute('GET', pathname).kind !== 'nowhere',
    admit,
    findPrepared({ method, url = '', headers }) {
      if (method !== 'GET' && method !== 'HEAD') return undefined;
      const answer = prepared.find(url);
      return answer && isAcceptable(headers.accept ?? null, answer.operation) ? answer : undefined;
    },
    async fetch(request, given = {}) {
      const arrival: Arrival = { clientAddress: 'unknown', requestId: randomUUID(), ...given };
      const route = findRoute(request.method, new URL(request.url).pathname);
      const released = services.catalogue.list();
      const { response, caller } = await visit(request, route, arrival).catch((thrown: unknown) => ({
        response: toWebResponse(renderers.rest(explain(thrown, arrival), arrival)),
        caller: { kind: 'anonymous' } as const,
      }));
      const operation = route.kind === 'operation' ? route.id : 'none';
      const isSandbox = route.mirror === 'sandbox';
      const callerId = caller.kind === 'subscriber' ? caller.id : undefined;
      arrival.onAnswer?.({ operation, callerId, isSandbox });
      finish(response, { operation, isSandbox, requestId: arrival.requestId });
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && route.kind === 'operation' && isPublic(response)) {
        const origin = { operation: route.id, slug: route.params.slug, isSandbox, released };
        return prepared.represent(request, response, origin);
      }
      return withoutBody(request, response);
    },
  };
}

/** The same bytes for everybody. Only these are tagged: a tag on a private body would be an oracle about it. */
function isPublic({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('cache-control')?.startsWith('public') ?? false);
}

/** RFC 9110 section 9.3.2: HEAD has the headers of GET, the length too, and no body. Handlers begin no stream for it. */
async function withoutBody(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'HEAD') return response;
  const { status, headers } = response;
  if (response.body) headers.set('content-length', String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status, headers });
}

/** Whose error shape a refusal at this address takes. */
function formOf(route: Route): 'rest' | ErrorForm {
  switch (route.kind) {
    case 'operation': {
      const operation: Operation = operations[route.id];
      return operation.errorForm ?? 'rest';
    }
    case 'no-method':
      return route.errorForm ?? 'rest';
    case 'nowhere':
      return 'rest';
  }
}
