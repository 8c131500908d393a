import type { ErrorFormat, Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import { createTurns } from '../../core/limits/turns.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { ErrorRenderer, Handlers } from '../../protocols/handler.ts';
import type { HttpResponse } from '../../protocols/http-response.ts';
import { capMaxAge, isReleaseDistant } from '../../protocols/max-age.ts';
import type { createRestErrorRenderer } from '../../protocols/rest/rest-errors.ts';
import { methodHeaders } from '../fixed-headers.ts';
import { fromWebRequest, type HttpRequest } from '../http-request.ts';
import { type CacheableResponse, selectResponse } from '../negotiate.ts';
import type { PrebuiltResponses } from '../prebuilt.ts';
import { toWebResponse } from '../web.ts';
import { checkAccept } from './acceptance.ts';
import { type Admission, type Admit, callerIdOf, createAdmit, type Policies, type Spend } from './admission.ts';
import { type CachedResponse, createApiCache, type OperationRoute } from './api-cache.ts';
import { createApiResponses } from './api-responses.ts';
import { readCall } from './call.ts';
import { createRouter, type Route } from './router.ts';

/** For the log and the metrics. */
export interface ResponseMeta {
  operation: OperationId | 'none';
  callerId: string | undefined;
  isSandbox: boolean;
}

/** An answer on its way: what anybody may get, and what belongs to this one request. */
export interface RoutedResponse extends ResponseMeta {
  reply: CacheableResponse;
  /** Headers of the caller's limit and of this moment. Flat: name, value, name, value. */
  own: readonly string[];
}

export interface App {
  /** Is there an operation at this path, whatever the method? */
  matches(pathname: string): boolean;
  /** Identified, counted, and answered from what is kept or by its handler. No promise for what is kept. */
  answer(request: HttpRequest): RoutedResponse | Promise<RoutedResponse>;
  /** The answer to what is refused before it reaches an operation; it may not even be a request. Counted when there is a caller to count. */
  refuse(error: ServiceError, request: Pick<HttpRequest, 'requestId'> & { admission?: Admission }): RoutedResponse;
  admit: Admit;
  spend: Spend;
  /** `answer` for who has a web request: pages, tests, the development server. */
  fetch(request: Request, arrival?: Partial<Pick<HttpRequest, 'requestId' | 'clientAddress'>>): Promise<Response>;
}

export interface AppOptions {
  services: Services;
  handlers: Handlers;
  /** By `errorFormat` of the operation. */
  renderers: Record<ErrorFormat, ErrorRenderer> & { rest: ReturnType<typeof createRestErrorRenderer> };
  /** The headers of a paid article's 402 that are new each time. */
  freshChallenge: Parameters<typeof createApiCache>[0]['freshChallenge'];
  /** Answers that were made at the build. */
  prebuilt: PrebuiltResponses;
  cacheBytes: number;
  limiter: RateLimiter;
  policies: Policies;
}

/** The whole API behind one function, without a socket. */
export function createApp(parts: AppOptions): App {
  const { services, handlers, renderers } = parts;
  const findRoute = createRouter();
  const turns = createTurns({ defer: (run) => setImmediate(run) });
  const { admit, spend } = createAdmit({ ...parts, turns });
  const replies = createApiResponses(services);
  const kept = createApiCache({ ...parts, replies, make });

  /** Never rejects: what a handler throws is an answer too. */
  async function make(request: HttpRequest, route: OperationRoute, admission: Admission): Promise<HttpResponse> {
    try {
      checkAccept(request.headers.get('accept'), route.id);
      const { params, mirror } = route;
      const operation: Operation = operations[route.id];
      const { caller } = admission;
      const more = (calls: number) => spend({ id: route.id, request, admission }, calls);
      const call = await readCall(request, operation, { params, mirror, caller, urls: services.urls, spend: more });
      // What records a purchase computes little, and a repeat must meet the first while that is under way.
      if (!operation.takesTurns && !operation.countsOwnCalls) await more(0);
      // The table pairs each id with its handler's types; through a variable id only the table itself can know that.
      return await Reflect.apply(handlers[route.id], undefined, [call]);
    } catch (thrown) {
      return renderers[formOf(route)](explain(thrown, request), { request, requestId: request.requestId });
    }
  }

  /** Anything that is not a refusal is a bug: logged with its cause, told only by its request id. */
  function explain(thrown: unknown, { requestId }: Pick<HttpRequest, 'requestId'>): ServiceError {
    const refusal = toServiceError(thrown);
    if (refusal.code === 'internal_error') services.log.error({ err: thrown, requestId }, 'request failed');
    return refusal;
  }

  function refuseAt(error: ServiceError, request: HttpRequest, route: Route): HttpResponse {
    const { requestId } = request;
    const refusal = renderers[formOf(route)](error, { request, requestId });
    if (error.code !== 'method_not_allowed' || route.kind !== 'no-method') return refusal;
    return { ...refusal, headers: { ...refusal.headers, allow: route.allow.join(', ') } };
  }

  function answer(request: HttpRequest): RoutedResponse | Promise<RoutedResponse> {
    const { method, pathname } = request;
    const route = findRoute(method, pathname);
    const id = route.kind === 'operation' ? route.id : undefined;
    const admission = admit(id, request);
    return admission instanceof Promise
      ? admission.then(
          (known) => answerAdmitted(request, route, known),
          (thrown) => failed(thrown, request, route),
        )
      : answerAdmitted(request, route, admission);
  }

  function failed(thrown: unknown, request: HttpRequest, route: Route): RoutedResponse {
    return finish(refuseAt(explain(thrown, request), request, route), route, undefined);
  }

  function answerAdmitted(
    request: HttpRequest,
    route: Route,
    admission: Admission,
  ): RoutedResponse | Promise<RoutedResponse> {
    const { method } = request;
    // Counted and never refused: a browser would hide from its page why, and the call it asks for is refused in words.
    if (method === 'OPTIONS') {
      const allow = route.kind === 'no-method' ? route.allow : ['OPTIONS'];
      return finish({ status: 204, headers: methodHeaders(allow), body: undefined }, route, admission);
    }
    if (!admission.isAllowed) {
      const refusal = new ServiceError('rate_limited', undefined, { retryAfter: admission.secondsLeft });
      return finish(refuseAt(refusal, request, route), route, admission);
    }
    switch (route.kind) {
      case 'nowhere':
        return finish(refuseAt(new ServiceError('not_found'), request, route), route, admission);
      case 'no-method': {
        const refusal = new ServiceError('method_not_allowed', `It takes ${route.allow.join(', ')}.`);
        return finish(refuseAt(refusal, request, route), route, admission);
      }
      case 'operation':
        return operate(request, route, admission);
    }
  }

  function operate(
    request: HttpRequest,
    route: OperationRoute,
    admission: Admission,
  ): RoutedResponse | Promise<RoutedResponse> {
    const held = kept.find(request, route, admission);
    if (held === undefined) {
      return make(request, route, admission).then((answer) => finish(answer, route, admission));
    }
    const send = ({ reply, fresh }: CachedResponse) => {
      const own = fresh.length > 0 ? [...admission.headers, ...fresh] : admission.headers;
      return outcomeOf(upToDate(reply), own, { route, admission });
    };
    return held instanceof Promise ? held.then(send) : send(held);
  }

  function finish(said: HttpResponse, route: Route, admission: Admission | undefined): RoutedResponse {
    // A handler that has counted its caller itself says so; it knows better.
    const own = 'x-ratelimit-limit' in said.headers ? [] : (admission?.headers ?? []);
    return outcomeOf(upToDate(replies.ofOperation(said, route)), own, { route, admission });
  }

  /** An answer that was made earlier is to be kept for a shorter time now. */
  function upToDate(reply: CacheableResponse): CacheableResponse {
    if (isReleaseDistant(services)) return reply; // nearly always, and asked for each answer
    const at = reply.headers.indexOf('cache-control') + 1;
    const said = reply.headers[at];
    if (at === 0 || said === undefined) return reply;
    return { ...reply, headers: reply.headers.with(at, capMaxAge(services, said)) };
  }

  return {
    matches: (pathname) => findRoute('GET', pathname).kind !== 'nowhere',
    answer,
    admit,
    spend,
    refuse(error, { requestId, admission }) {
      const refusal = renderers.rest(error, { requestId });
      const allow = { allow: 'GET, HEAD, POST, DELETE, OPTIONS' };
      const headers = error.code === 'method_not_allowed' ? { ...refusal.headers, ...allow } : refusal.headers;
      return finish({ ...refusal, headers }, { kind: 'nowhere', mirror: 'live' }, admission);
    },
    async fetch(request, { requestId = crypto.randomUUID(), clientAddress = 'unknown' } = {}) {
      const asked = fromWebRequest(request, { requestId, clientAddress });
      const { reply, own } = await answer(asked);
      return toWebResponse(selectResponse(reply, asked, own));
    },
  };
}

function outcomeOf(
  reply: CacheableResponse,
  own: readonly string[],
  { route, admission }: { route: Route; admission: Admission | undefined },
): RoutedResponse {
  return {
    reply,
    own,
    operation: route.kind === 'operation' ? route.id : 'none',
    callerId: admission && callerIdOf(admission),
    isSandbox: route.mirror === 'sandbox',
  };
}

/** Whose error shape a refusal at this address takes. */
function formOf(route: Route): 'rest' | ErrorFormat {
  switch (route.kind) {
    case 'operation': {
      const operation: Operation = operations[route.id];
      return operation.errorFormat ?? 'rest';
    }
    case 'no-method':
      return route.errorFormat ?? 'rest';
    case 'nowhere':
      return 'rest';
  }
}
