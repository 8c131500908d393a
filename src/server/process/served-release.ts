import type { Logger } from 'pino';
import { isUnderOperations } from '../../contract/operations.ts';
import { createIdentify, keyCheck, tokenCheck } from '../../core/access/identify.ts';
import { createPaidContent } from '../../core/access/paid-content.ts';
import { createCatalogue } from '../../core/articles.ts';
import { createAuthorizationServer } from '../../core/authorization/authorization-server.ts';
import type { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { createUrls } from '../../core/urls.ts';
import { publication } from '../../library/current-publication.ts';
import { preferredType } from '../../protocols/accept.ts';
import { createClientDocuments } from '../../protocols/oauth/client-documents.ts';
import { paymentHeaders } from '../../protocols/x402/http.ts';
import type { Release } from '../../release/open-release.ts';
import { type Admission, callerIdOf } from '../../serve/api/admission.ts';
import { type App, createApp, type RoutedResponse } from '../../serve/api/app.ts';
import { createHandlers, createRenderers } from '../../serve/api/operation-handlers.ts';
import { fromWebRequest, type HttpRequest } from '../../serve/http-request.ts';
import { renderPage } from '../../serve/pages/astro.ts';
import { createPageHandler, type PageHandler } from '../../serve/pages/page-handler.ts';
import type { Config } from './config.ts';
import { createDocumentFetcher } from './document-fetcher.ts';
import { drawBytes } from './random.ts';
import type { State } from './state.ts';

/** One release, open for business: its services, its API, its pages. */
export interface ServedRelease {
  services: Services;
  app: App;
  /** The one way of a request that is not refused: kept or made, an operation's or a page's. */
  answer(request: HttpRequest): RoutedResponse | Promise<RoutedResponse>;
  /**
   * Makes the front page, so that no reader waits for what the first page takes: it is some hundred times what a kept one does.
   * @throws Error when there is none
   */
  prepare(): Promise<void>;
  /** The answer to what is refused before it is routed: as JSON, unless a page's form was asked for at what may be a page's address. */
  refuse(error: ServiceError, request: HttpRequest, admission: Admission): Promise<RoutedResponse>;
  release: Release;
}

const minuteMs = 60_000;

/**
 * Puts a release and the state together.
 * @param about.now epoch milliseconds
 * @param about.cacheBytes of answers that are kept: public ones of the API, pages, and sold ones, each
 */
export async function serveRelease(about: {
  release: Release;
  state: State;
  config: Config;
  log: Logger;
  now: () => number;
  cacheBytes?: number | undefined;
}): Promise<ServedRelease> {
  const { release, state, config, log, now, cacheBytes = 8 * 1024 * 1024 } = about;
  const { store, keyring, denyList, secrets, limiter } = state;
  const knownKeys = keyCheck(keyring);
  const base = {
    publication,
    urls: createUrls(config.BASE_URL),
    library: release.open,
    catalogue: createCatalogue(release.open, now),
    shelf: createPaidContent(release.sold, release.soldFigures),
    search: release.search,
    completer: release.completer,
    store,
    keyring,
    now,
    randomBytes: drawBytes,
    log,
  };
  const server = await createAuthorizationServer({
    services: base,
    secrets,
    isClientRevoked: denyList.isRevoked,
    readDocument: createClientDocuments({ readSite: createDocumentFetcher(), now }),
  });
  const services: Services = { ...base, identify: createIdentify([knownKeys, tokenCheck(server.tokens)]) };
  const limits = {
    limiter,
    policies: {
      api: { name: 'api', limit: config.RATE_LIMIT_PER_MINUTE, windowMs: minuteMs },
      subscribe: { name: 'subscribe', limit: config.SUBSCRIBE_LIMIT_PER_MINUTE, windowMs: minuteMs },
    },
  };
  const app = createApp({
    services,
    ...createHandlers(services, { server, denyList, ...limits }),
    renderers: createRenderers(services),
    prebuilt: release.prebuilt,
    cacheBytes,
    ...limits,
  });
  const { host } = new URL(config.BASE_URL);
  const pages = createPageHandler({
    services,
    app,
    cacheBytes,
    prebuilt: release.prebuilt,
    figureReleases: new Map(
      release.figures.flatMap(({ url, releaseAt }) => (releaseAt === null ? [] : [[url, releaseAt]])),
    ),
    async render({ method, url, headers, clientAddress, body }) {
      // Astro reads the host into request.url: it gets the configured one, whatever the client sent.
      const request = { method, url, headers: { ...(headers && pageHeaders(headers)), host }, body };
      const notFound = async () => new Response(null, { status: 404 });
      return renderPage(await release.loadPages(), request, { services, app, notFound, clientAddress });
    },
  });
  return {
    services,
    app,
    release,
    answer: (request) => (isOperation(request, app, pages) ? app.answer(request) : pages.answer(request)),
    async prepare() {
      const request = new Request(config.BASE_URL);
      const { reply } = await pages.answer(fromWebRequest(request, { requestId: 'prepare', clientAddress: '' }));
      if (reply.status !== 200) throw new Error(`The front page answers ${reply.status}.`);
    },
    async refuse(error, request, admission) {
      if (!wantsPage(request)) return app.refuse(error, { ...request, admission });
      return { ...(await pages.refuse(error, request)), own: admission.headers, callerId: callerIdOf(admission) };
    },
  };
}

/** What begins like an operation is answered by the API, unless a document stands there and somebody reads. */
function isOperation({ pathname, method }: HttpRequest, app: App, pages: PageHandler): boolean {
  if (!isUnderOperations(pathname)) return false;
  if (!pages.has(pathname)) return true;
  return method !== 'GET' && method !== 'HEAD' && app.matches(pathname);
}

const anyForm = ['application/json', 'text/html', 'text/markdown'] as const;

/** Does somebody say that they would rather read a page, where none of the operations is meant, a slash too many or not? */
function wantsPage({ pathname, headers }: HttpRequest): boolean {
  const wanted = preferredType(headers.get('accept'), anyForm);
  return wanted !== undefined && wanted !== 'application/json' && !isUnderOperations(pathname.replace(/^\/+/, '/'));
}

/** What a page that is made for one reader may look at. */
const seen = [
  ...['accept', 'authorization', 'content-length', 'content-type', 'cookie', 'origin', 'sec-fetch-site'],
  ...paymentHeaders,
];

function pageHeaders(headers: { get(name: string): string | null }): Record<string, string> {
  return Object.fromEntries(
    seen.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
