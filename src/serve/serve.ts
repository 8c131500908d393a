import type { ErrorFormat, Operation } from '../contract/operation.ts';
import { isUnderOperations, operations } from '../contract/operations.ts';
import { scenarioField } from '../contract/sandbox-scenarios.ts';
import type { Mirror } from '../contract/urls.ts';
import { decideByCredential } from '../core/access/access.ts';
import { anonymous } from '../core/access/caller.ts';
import type { LedgerEvent } from '../core/ledger/ledger.ts';
import { ServiceError, toServiceError } from '../core/service-error.ts';
import type { Services } from '../core/services.ts';
import type { PublicArticle } from '../library/library.ts';
import { preferredType } from '../protocols/accept.ts';
import type { ErrorRenderer, Handlers } from '../protocols/handler.ts';
import type { HttpRequest, HttpResponse } from '../protocols/http.ts';
import { capMaxAge, maxFreshnessMs } from '../protocols/max-age.ts';
import { meetScenario } from '../protocols/rest/sandbox-scenario.ts';
import { paymentHeaders, prefersReceipt } from '../protocols/x402/payment-headers.ts';
import { type Admission, type Admit, getCallerId, type Spend } from './api/admission.ts';
import { createApiResponses, isPublic } from './api/api-responses.ts';
import { readCall } from './api/call.ts';
import { methodHeaders } from './fixed-headers.ts';
import { fromWebRequest } from './http-request.ts';
import { encodedKey, isAcceptable, neededEncodings, type SelectedResponse, selectResponse } from './negotiate.ts';
import type { EncodeOnDemand } from './on-demand.ts';
import type { PageHandler } from './pages/page-handler.ts';
import { type CacheEntry, operationKey, type ResponseCache } from './response-cache.ts';
import { type ApiRoute, type OperationRoute, type Route, toRoutingError } from './routes.ts';
import { toWebResponse } from './web.ts';

type MaybePromise<T> = T | Promise<T>;

export interface App {
  /**
   * Serves a request: finds its route, takes a cached response or runs the handler, and selects the response.
   * Synchronous for cached responses.
   * @param route that of the request, where it is known
   */
  serve(request: HttpRequest, route?: Route): MaybePromise<SelectedResponse>;
  /**
   * The error response to a request that is rejected before routing, the last of its connection. It is counted, and it
   * is JSON unless the client prefers a page and the URL belongs to no operation.
   */
  reject(error: ServiceError, request: HttpRequest): Promise<SelectedResponse>;
  /** An error response as JSON, also for input that is not a request. */
  errorEntry(error: ServiceError, requestId: string): CacheEntry;
  /** The response of an operation before selection and without encodings, for the build. */
  createEntry(request: HttpRequest): Promise<CacheEntry>;
  /** Resolves when work for a client address may continue, which lets others be served between two parts of it. */
  takeTurn(clientAddress: string): Promise<void>;
  /** `serve` for callers with a web request: pages, tests. */
  fetch(request: Request, arrival?: Partial<Pick<HttpRequest, 'requestId' | 'clientAddress'>>): Promise<Response>;
}

/** Counts responses in the ledger. */
export interface Recorder {
  /** Counts a response by its path. */
  observe(request: HttpRequest, route: Route, response: SelectedResponse): void;
  /** Counts what an operation did that its path does not show. */
  note(event: LedgerEvent, about: { request: HttpRequest; route: OperationRoute; callerId: string | undefined }): void;
}

export interface AppOptions {
  services: Services;
  routes: (method: string, pathname: string) => Route;
  handlers: Handlers;
  /** Error renderers by `errorFormat` of the route. */
  renderers: Record<ErrorFormat | 'rest', ErrorRenderer>;
  /** Computes PAYMENT-REQUIRED of a 402, which is new each time (x402 v2). */
  freshChallenge: (article: PublicArticle, mirror: Mirror) => string;
  cache: ResponseCache;
  encode: EncodeOnDemand;
  limits: { admit: Admit; spend: Spend; takeTurn: App['takeTurn'] };
  /** Counts in the ledger what an operation did. */
  note: Recorder['note'];
  /** Absent in tests of the API. */
  pages?: PageHandler;
}

const challengeHeader = 'payment-required';
const pageTypes = ['application/json', 'text/html', 'text/markdown'] as const;

/** Everything between a request and its response, without a socket. */
export function createApp(options: AppOptions): App {
  const { services, routes, handlers, renderers, freshChallenge, cache, limits, pages } = options;
  const { catalogue, log } = services;
  const { admit, spend } = limits;
  const responses = createApiResponses(services, options.encode);

  function serve(
    request: HttpRequest,
    route = routes(request.method, request.pathname),
  ): MaybePromise<SelectedResponse> {
    if (route.errorFormat !== 'page') return serveApi(request, route);
    return pages
      ? pages.serve(request, route)
      : serveApi(request, { kind: 'nowhere', mirror: 'live', errorFormat: 'rest' });
  }

  function serveApi(request: HttpRequest, route: ApiRoute): MaybePromise<SelectedResponse> {
    const admission = admit(route.kind === 'operation' ? route.id : undefined, request);
    return admission instanceof Promise
      ? admission.then(
          (known) => serveAdmitted(request, route, known),
          (thrown) => select(rejectAt(explain(thrown, request), request, route), request, route, undefined),
        )
      : serveAdmitted(request, route, admission);
  }

  function serveAdmitted(request: HttpRequest, route: ApiRoute, admission: Admission): MaybePromise<SelectedResponse> {
    // Counted and never rejected: a browser would hide the reason from its page, and the call that follows gets a
    // readable error.
    if (request.method === 'OPTIONS') {
      const allow = route.kind === 'no-method' ? route.allow : ['OPTIONS'];
      return select({ status: 204, headers: methodHeaders(allow), body: undefined }, request, route, admission);
    }
    const error = admission.isAllowed ? toRoutingError(route) : rateLimited(admission);
    if (error || route.kind !== 'operation') {
      return select(rejectAt(error ?? new ServiceError('not_found'), request, route), request, route, admission);
    }
    const entry = findEntry(request, route, admission);
    if (entry === undefined) {
      return run(request, route, admission).then((response) => select(response, request, route, admission));
    }
    return entry instanceof Promise
      ? entry.then((created) => selectEntry(created, request, route, admission))
      : selectEntry(entry, request, route, admission);
  }

  /** @returns undefined for a response that is never cached: it is created for each caller */
  function findEntry(
    request: HttpRequest,
    route: OperationRoute,
    admission: Admission,
  ): MaybePromise<CacheEntry> | undefined {
    if (route.cache === 'none' || !isAcceptable(request.headers.get('accept'), route.mediaTypes)) return undefined;
    // A receipt belongs to one caller.
    if (route.cache === 'entitlement' && prefersReceipt(request.headers)) return undefined;
    if (route.mirror === 'sandbox' && request.headers.has(scenarioField)) return undefined;
    // Only public responses are cached by their full URL.
    const urlKey = encodedKey(request.url, neededEncodings(request));
    const known = cache.find(urlKey);
    if (known) return known;
    if (route.cache === 'entitlement') {
      const article = catalogue.find(route.params.slug ?? '');
      // An earlier version of a free article may be a paid one.
      if (!article || new URLSearchParams(request.search).has('version')) return undefined;
      if (article.tier === 'paid') return findPaidEntry(request, route, { admission, article });
    }
    if (!isPlain(request.search, operations[route.id])) return undefined;
    return cache.fill(urlKey, {
      url: operationKey(request.url),
      create: () =>
        createEntry(request, route, { admission: { ...admission, caller: anonymous }, isCacheable: isPublic }),
    });
  }

  /** Runs after access was decided: the price of a paid article, and its full text. */
  function findPaidEntry(
    request: HttpRequest,
    route: OperationRoute,
    { admission, article }: { admission: Admission; article: PublicArticle },
  ): MaybePromise<CacheEntry> | undefined {
    if (request.search !== '' || paymentHeaders.some((name) => request.headers.has(name))) return undefined;
    const kind = decideByCredential(article, admission.caller);
    if (kind === 'refused') return undefined;
    const key = `${kind} ${request.pathname}`;
    const late = () => [challengeHeader, freshChallenge(article, route.mirror)];
    const isCacheable = ({ status }: HttpResponse) => status === 200 || status === 402;
    const about = { admission, isCacheable, ...(kind === 'challenge' && { late }) };
    return cache.find(key) ?? cache.fill(key, { create: () => createEntry(request, route, about) });
  }

  async function createEntry(
    request: HttpRequest,
    route: OperationRoute,
    about: { admission: Admission; isCacheable: (response: HttpResponse) => boolean; late?: () => readonly string[] },
  ): Promise<CacheEntry> {
    const released = catalogue.list();
    const response = await run(request, route, about.admission);
    if (!about.isCacheable(response)) return responses.plain(response, route);
    const { [challengeHeader]: _, ...headers } = response.headers;
    const entry = await responses.encoded({ ...response, headers }, route, request);
    return about.late ? { ...entry, released, late: about.late } : { ...entry, released };
  }

  /** Never rejects: an error that a handler throws becomes a response. */
  async function run(request: HttpRequest, route: OperationRoute, admission: Admission): Promise<HttpResponse> {
    const { id, params, mirror, mediaTypes } = route;
    const operation: Operation = operations[id];
    try {
      if (!isAcceptable(request.headers.get('accept'), mediaTypes)) {
        throw new ServiceError('not_acceptable', `Available: ${mediaTypes.join(', ')}.`);
      }
      const { caller } = admission;
      const more = (calls: number, most?: 'minute') => spend({ id, request, admission }, calls, most);
      const note = (event: LedgerEvent) => options.note(event, { request, route, callerId: getCallerId(admission) });
      const about = { params, mirror, caller, urls: services.urls, spend: more, note };
      const call = await readCall(request, operation, about);
      const scenario = mirror === 'sandbox' ? request.headers.get(scenarioField) : null;
      if (scenario !== null) await meetScenario(scenario, { isArticle: id === 'getArticle' });
      // Operations that store purchases compute little, and a repeat must arrive while the first request is still
      // running.
      if (!operation.takesTurns && !operation.countsOwnCalls) await more(0);
      // The table pairs each ID with its handler's types; TypeScript cannot see that through a variable ID.
      return await Reflect.apply(handlers[id], undefined, [call]);
    } catch (thrown) {
      return renderers[route.errorFormat](explain(thrown, request), { request, requestId: request.requestId });
    }
  }

  /**
   * Converts a thrown value: an unexpected error is a bug, so the log gets its cause and the client only its request
   * ID.
   */
  function explain(thrown: unknown, { requestId }: Pick<HttpRequest, 'requestId'>): ServiceError {
    const error = toServiceError(thrown);
    if (error.code === 'internal_error') log.error({ err: thrown, requestId }, 'request failed');
    return error;
  }

  function rejectAt(error: ServiceError, request: HttpRequest, route: ApiRoute): HttpResponse {
    const { requestId } = request;
    const response = renderers[route.errorFormat](error, { request, requestId });
    if (error.code !== 'method_not_allowed' || route.kind !== 'no-method') return response;
    return { ...response, headers: { ...response.headers, allow: route.allow.join(', ') } };
  }

  function select(
    response: HttpResponse,
    request: HttpRequest,
    route: ApiRoute,
    admission: Admission | undefined,
  ): SelectedResponse {
    // A handler that counts its callers itself sends its own limit headers.
    const own = 'x-ratelimit-limit' in response.headers ? [] : admission?.headers;
    return selectEntry(responses.plain(response, route), request, route, admission, own);
  }

  function selectEntry(
    entry: CacheEntry,
    request: HttpRequest,
    route: ApiRoute,
    admission: Admission | undefined,
    own: readonly string[] = admission?.headers ?? [],
  ): SelectedResponse {
    return selectResponse(upToDate(entry), request, {
      own,
      operation: route.kind === 'operation' ? route.id : 'none',
      callerId: admission && getCallerId(admission),
      isSandbox: route.mirror === 'sandbox',
    });
  }

  /** Shortens the max-age of a response that was created earlier. */
  function upToDate(entry: CacheEntry): CacheEntry {
    if (catalogue.unchangedFor() >= maxFreshnessMs) return entry; // nearly always true, and checked for each response
    const at = entry.headers.indexOf('cache-control') + 1;
    const cacheControl = entry.headers[at];
    if (at === 0 || cacheControl === undefined) return entry;
    return { ...entry, headers: entry.headers.with(at, capMaxAge(services, cacheControl)) };
  }

  function errorEntry(error: ServiceError, requestId: string): CacheEntry {
    const response = renderers.rest(error, { request: anyRequest, requestId });
    const allow = { allow: 'GET, HEAD, POST, DELETE, OPTIONS' };
    const headers = error.code === 'method_not_allowed' ? { ...response.headers, ...allow } : response.headers;
    return responses.plain({ ...response, headers }, { kind: 'nowhere', mirror: 'live', errorFormat: 'rest' });
  }

  return {
    serve,
    errorEntry,
    takeTurn: limits.takeTurn,
    async reject(error, request) {
      const { headers, clientAddress, requestId } = request;
      const withoutKey = { get: () => null, has: (name: string) => headers.has(name) };
      const admission = await admit(undefined, { headers: withoutKey, clientAddress });
      const entry = pages && wantsPage(request) ? await pages.errorEntry(error, request) : errorEntry(error, requestId);
      const own = entry.headers.includes('x-ratelimit-limit') ? [] : admission.headers;
      return selectResponse(entry, request, { own: [...own, 'connection', 'close'], callerId: getCallerId(admission) });
    },
    async createEntry(request) {
      const route = routes(request.method, request.pathname);
      if (route.kind !== 'operation') throw new Error(`${request.pathname} has no operation.`);
      return responses.plain(await run(request, route, await admit(route.id, request)), route);
    },
    async fetch(webRequest, { requestId = crypto.randomUUID(), clientAddress = 'unknown' } = {}) {
      return toWebResponse(await serve(fromWebRequest(webRequest, { requestId, clientAddress })));
    },
  };
}

const anyRequest = { method: 'GET', url: '/', headers: { get: () => null, has: () => false } };

function rateLimited({ secondsLeft }: Admission): ServiceError {
  return new ServiceError('rate_limited', undefined, { retryAfter: secondsLeft });
}

/** Does a client prefer a page at a URL that belongs to no operation, even with a slash too many? */
function wantsPage({ pathname, headers }: HttpRequest): boolean {
  const wanted = preferredType(headers.get('accept'), pageTypes);
  return wanted !== undefined && wanted !== 'application/json' && !isUnderOperations(pathname.replace(/^\/+/, '/'));
}

/** Does the query have only parameters that the operation knows? Others could be varied without end. */
function isPlain(search: string, { query }: Operation): boolean {
  if (search === '') return true;
  const names = [...new URLSearchParams(search).keys()];
  return names.every((name) => query !== undefined && name in query.shape);
}
