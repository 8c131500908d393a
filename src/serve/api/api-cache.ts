import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { openByCredential } from '../../core/access/access.ts';
import { anonymous } from '../../core/access/caller.ts';
import type { Services } from '../../core/services.ts';
import type { Mirror } from '../../core/urls.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { HttpResponse } from '../../protocols/http-response.ts';
import { paymentHeaders } from '../../protocols/x402/http.ts';
import type { HttpRequest } from '../http-request.ts';
import type { CacheableResponse } from '../negotiate.ts';
import { operationAddress, type PrebuiltResponses } from '../prebuilt.ts';
import { type CacheEntry, createResponseCache, type ResponseCache } from '../response-cache.ts';
import { isAcceptable } from './acceptance.ts';
import type { Admission } from './admission.ts';
import { isPublic, type Replies } from './api-responses.ts';
import type { Route } from './router.ts';

export type OperationRoute = Extract<Route, { kind: 'operation' }>;
export type ResponseMaker = (
  request: HttpRequest,
  route: OperationRoute,
  admission: Admission,
) => Promise<HttpResponse>;

export interface CachedResponse {
  reply: CacheableResponse;
  /** Headers that are new each time. Flat: name, value, name, value. */
  fresh: readonly string[];
}

interface Question {
  request: HttpRequest;
  route: OperationRoute;
  admission: Admission;
}

/** The part of a 402 that is new each time (x402 v2). */
const challengeHeader = 'payment-required';

/**
 * Answers of the API that hold until the next article is released: those that anybody gets, and behind the decision who may
 * have them the two of a paid article, its price and its whole. Whoever asks is counted as ever.
 */
export function createApiCache(about: {
  services: Services;
  replies: Replies;
  make: ResponseMaker;
  prebuilt: PrebuiltResponses;
  cacheBytes: number;
  freshChallenge: (article: PublicArticle, mirror: Mirror) => string;
}) {
  const { services, replies, make, prebuilt, cacheBytes: capacity, freshChallenge } = about;
  const { catalogue } = services;
  const released = () => catalogue.list();
  const open = createResponseCache({ capacity, released });
  const paid = createResponseCache({ capacity, released });

  async function fillCache(question: Question, isCacheable: (said: HttpResponse) => boolean): Promise<CacheEntry> {
    const { request, route, admission } = question;
    const before = released();
    const said = await make(request, route, admission);
    if (!isCacheable(said)) return { reply: replies.ofOperation(said, route), isCacheable: false, released: before };
    return { reply: await replies.inAllForms(withoutChallenge(said), route), isCacheable: true, released: before };
  }

  async function makeOpen(question: Question): Promise<CacheEntry> {
    const before = released();
    const ready = await prebuilt.read(operationAddress(question.request.url));
    if (ready) return { reply: ready, isCacheable: true, released: before };
    return fillCache({ ...question, admission: { ...question.admission, caller: anonymous } }, isPublic);
  }

  function findPaid(question: Question, article: PublicArticle): CachedResponse | Promise<CachedResponse> | undefined {
    const { request, route } = question;
    const { caller } = question.admission;
    if (request.search !== '' || paymentHeaders.some((name) => request.headers.has(name))) return undefined;
    const { kind } = openByCredential(services, article.slug, { caller });
    if (kind === 'refused') return undefined;
    const fresh = kind === 'challenge' ? [challengeHeader, freshChallenge(article, route.mirror)] : [];
    const isWhole = ({ status }: HttpResponse) => status === 200 || status === 402;
    return take(paid, `${kind} ${request.pathname}`, () => fillCache(question, isWhole), fresh);
  }

  return {
    /** @returns undefined for what is never kept: it is made for each who asks */
    find(
      request: HttpRequest,
      route: OperationRoute,
      admission: Admission,
    ): CachedResponse | Promise<CachedResponse> | undefined {
      const operation: Operation = operations[route.id];
      if (!operation.isKept || !isAcceptable(request.headers.get('accept'), route.id)) return undefined;
      // Only answers that anybody gets are kept by their whole address.
      const known = open.find(request.url);
      if (known) return { reply: known.reply, fresh: [] };
      const question = { request, route, admission };
      const article = route.id === 'getArticle' ? catalogue.find(route.params.slug ?? '') : undefined;
      if (route.id === 'getArticle' && !article) return undefined;
      if (article?.tier === 'paid') return findPaid(question, article);
      return isPlain(request.search, operation) ? take(open, request.url, () => makeOpen(question), []) : undefined;
    },
  };
}

function take(
  keep: ResponseCache,
  key: string,
  run: () => Promise<CacheEntry>,
  fresh: readonly string[],
): CachedResponse | Promise<CachedResponse> {
  const known = keep.find(key);
  if (known) return { reply: known.reply, fresh };
  return keep.make(key, run).then(({ reply, isCacheable }) => ({ reply, fresh: isCacheable ? fresh : [] }));
}

function withoutChallenge(said: HttpResponse): HttpResponse {
  const { [challengeHeader]: _, ...headers } = said.headers;
  return { ...said, headers };
}

/** Only parameters that the operation knows: any other could be varied for ever. */
function isPlain(search: string, { query }: Operation): boolean {
  if (search === '') return true;
  const names = [...new URLSearchParams(search).keys()];
  return names.every((name) => query !== undefined && name in query.shape);
}
