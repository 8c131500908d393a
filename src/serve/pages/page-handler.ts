import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../../protocols/accept.ts';
import { createAddressHeaders } from '../../protocols/discovery/address-headers.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { capMaxAge } from '../../protocols/max-age.ts';
import { readerCanOpen, readerPath } from '../../site/reader-access.ts';
import { type FixedHeaders, methodHeaders } from '../fixed-headers.ts';
import { chooseCacheControl, mediaType } from '../media-types.ts';
import { encodedKey, neededEncodings, pageTypes, type SelectedResponse, selectResponse } from '../negotiate.ts';
import type { Wanted } from '../on-demand.ts';
import { isArticleQuestion, matchArticleFormat, readSearch, toMarkdownPath } from '../page-paths.ts';
import type { CacheEntry, PrebuiltResponses, ResponseCache } from '../response-cache.ts';
import type { PageRoute } from '../routes.ts';
import { renderArticleFormat } from './article-formats.ts';
import type { RenderPage } from './astro.ts';
import type { CountedPages } from './counted-pages.ts';
import type { ErrorPages } from './error-pages.ts';
import { type createPageResponses, getContentType, sizeHeaders } from './page-responses.ts';
import { findFormerArticle } from './redirects.ts';

type MaybePromise<T> = T | Promise<T>;

export interface PageHandler {
  /** The page at a path, or an error in the format that the client prefers. */
  serve(request: HttpRequest, route: PageRoute): MaybePromise<SelectedResponse>;
  /** An error in the format that the client prefers. */
  errorEntry: ErrorPages;
}

export interface PageHandlerOptions {
  services: Services;
  cache: ResponseCache;
  prebuilt: PrebuiltResponses;
  /** Epoch milliseconds before which a public figure is withheld, by path. */
  figureReleases: ReadonlyMap<string, number>;
  fixed: FixedHeaders;
  responses: ReturnType<typeof createPageResponses>;
  errorEntry: ErrorPages;
  counted: CountedPages;
  render: RenderPage;
}

/** The representation that a client wants. */
interface Chosen {
  url: string;
  vary: string;
}

/** The response that is created for it. */
interface Missed extends Chosen, Omit<Wanted, 'type'> {}

interface SharedPage {
  markdownPath?: string | undefined;
  /** The parameters that the page reads, in one spelling. */
  search?: string;
  /** Its name is one that any client can make up: the page may not exist. */
  isNamed?: boolean;
  /** Such URLs have no end: rendering one is counted. */
  isOpenEnded?: boolean;
}

const pageFreshness = 'public, max-age=300';

/** The reading site: prebuilt files, the formats of articles, and pages that Astro renders on demand. */
export function createPageHandler(options: PageHandlerOptions): PageHandler {
  const { services, cache, prebuilt, figureReleases, fixed, responses, errorEntry, counted, render } = options;
  const { catalogue, urls, now } = services;
  const slugs = new Set(services.library.articles.map(({ slug }) => slug));
  const paidPages = new Map(
    services.library.articles
      .filter(({ tier }) => tier === 'paid')
      .map((article) => [`/articles/${article.slug}`, article]),
  );
  const addressHeaders = createAddressHeaders(services);

  function serve(request: HttpRequest, route: PageRoute): MaybePromise<SelectedResponse> {
    const article = paidPages.get(request.pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOpen = article && isRead && readerCanOpen(request.headers.get('cookie'), article, services);
    return isOpen ? servePaid(request, route, isOpen) : servePublic(request, route);
  }

  /** The full text for a reader whose key opens the article, and the public page for all others. */
  async function servePaid(
    request: HttpRequest,
    route: PageRoute,
    isOpen: Promise<boolean>,
  ): Promise<SelectedResponse> {
    const url = (await isOpen) && negotiate(request, toMarkdownPath(request.pathname))?.url;
    return url ? counted.serveReader(request, readerPath(url) + request.search) : servePublic(request, route);
  }

  function servePublic(request: HttpRequest, route: PageRoute): MaybePromise<SelectedResponse> {
    const isOfArticle = route.kind === 'file' || route.kind === 'format';
    const canAsk = isOfArticle && request.search !== '';
    if (canAsk && isArticleQuestion(request) && isReleased(route) && !isWithheld(request, route))
      return counted.serveReader(request, request.url.replace('.md?', '/question.md?'));
    switch (route.kind) {
      case 'other-method':
        return serveMethods(request, route.allow);
      case 'missing':
        return serveMissing(request);
      case 'redirect':
        return redirect(request, route.location + request.search);
      case 'file':
        return isWithheld(request, route) ? serveMissing(request) : serveShared(request, route);
      case 'format':
        return isReleased(route) && !isWithheld(request, route) ? serveShared(request, {}) : serveMissing(request);
      case 'page':
        return servePage(request, route);
    }
  }

  function servePage(
    request: HttpRequest,
    route: Extract<PageRoute, { kind: 'page' }>,
  ): MaybePromise<SelectedResponse> {
    const { page, params, markdownPath } = route;
    const { slug } = params;
    const isMissing = page.isArticle
      ? isWithheld(request, route) || !catalogue.isVisible(slug ?? '')
      : findFormerArticle(services, request.pathname) !== undefined;
    if (isMissing) return serveMissing(request);
    switch (page.kind) {
      case 'shared': {
        const search = request.search && readSearch(request.search, page);
        // Released articles can be counted; names of tags, authors and versions can be made up.
        const isNamed = 'name' in params || 'file' in params;
        return serveShared(request, { markdownPath, search, isNamed, isOpenEnded: isNamed || search !== '' });
      }
      case 'open':
        return redirect(request, `/articles/${slug}${request.search}`);
      case 'reader':
        return counted.serveReader(
          request,
          (negotiate(request, markdownPath)?.url ?? request.pathname) + request.search,
        );
      case 'query':
      case 'form':
        return counted.serveReader(request, request.url);
    }
  }

  function serveShared(request: HttpRequest, page: SharedPage): MaybePromise<SelectedResponse> {
    const { markdownPath, search = '', isNamed = false, isOpenEnded = isNamed } = page;
    const chosen = negotiate(request, markdownPath);
    if (!chosen) return rejectType(request, { search, isNamed });
    const url = chosen.url + search;
    const encodings = neededEncodings({ search, headers: request.headers });
    const key = encodedKey(url === request.pathname ? url : `${request.pathname} ${url}`, encodings);
    const known = cache.find(key);
    if (known) return selectResponse(known, request);
    const fill = () => fillCache(key, { ...chosen, url, encodings, clientAddress: request.clientAddress }, request);
    return isOpenEnded ? counted.serve(request, fill) : fill().then((entry) => selectResponse(entry, request));
  }

  function rejectType(request: HttpRequest, { search, isNamed }: Required<Pick<SharedPage, 'search' | 'isNamed'>>) {
    const error = new ServiceError('not_acceptable', `Available: ${pageTypes.join(', ')}.`);
    const reject = () => errorEntry(error, request, { vary: 'Accept, Accept-Encoding' });
    if (!isNamed) return reject().then((entry) => selectResponse(entry, request));
    // What is not there is not found, in whatever format it is wanted.
    return counted.serve(request, async () => {
      const { pathname, clientAddress } = request;
      const missed = { url: pathname + search, vary: 'Accept', encodings: [], clientAddress };
      const entry = await createEntry(missed, request);
      return entry.status === 404 ? entry : reject();
    });
  }

  /** The media type decides where a page is; undefined when the client takes none of them. */
  function negotiate(request: HttpRequest, markdownPath: string | undefined): Chosen | undefined {
    const { pathname, headers } = request;
    if (markdownPath === undefined) return { url: pathname, vary: 'Accept-Encoding' };
    const wanted = preferredType(headers.get('accept'), pageTypes);
    if (wanted === undefined) return undefined;
    // A browser that stored the preview requests the page again once it has a key.
    const vary = paidPages.has(pathname) ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding';
    return { url: wanted === 'text/markdown' ? markdownPath : pathname, vary };
  }

  function fillCache(key: string, chosen: Missed, request: HttpRequest): Promise<CacheEntry> {
    return cache.fill(key, {
      url: chosen.url,
      complete: (entry) => complete(entry, chosen, request),
      create: () => createEntry(chosen, request),
    });
  }

  async function createEntry(chosen: Missed, request: HttpRequest): Promise<CacheEntry> {
    const released = catalogue.list();
    const format = await renderFormat(chosen);
    if (format) return complete({ ...format, released }, chosen, request);
    const page = await render({ method: 'GET', url: chosen.url, clientAddress: '', headers: undefined });
    if (page?.status !== 200) return responses.ofRendered(page, request);
    const encoded = await responses.encoded(page.body, { ...chosen, type: getContentType(page) });
    return complete({ ...encoded, released }, chosen, request);
  }

  async function renderFormat(chosen: Missed): Promise<CacheEntry | undefined> {
    const { url } = chosen;
    const match = matchArticleFormat(url);
    const article = match && catalogue.find(match.slug);
    const text = article && renderArticleFormat(article, match.format, urls);
    if (text === undefined) return undefined;
    return responses.encoded(Buffer.from(text), { ...chosen, type: mediaType(url, url) });
  }

  /** Adds the headers of the requested path, whichever representation is sent. */
  function complete(entry: CacheEntry, { url, vary }: Chosen, { pathname }: HttpRequest): CacheEntry {
    const links = Object.entries(addressHeaders(pathname) ?? {}).flat();
    const isStatic = prebuilt.has(url) || matchArticleFormat(url) !== undefined;
    const fixedControl = ['cache-control', chooseCacheControl(url)];
    const late = isStatic ? () => fixedControl : () => ['cache-control', capMaxAge(services, pageFreshness)];
    return { ...entry, headers: [...entry.headers, 'vary', vary, ...links, ...sizeHeaders(entry)], late };
  }

  function isReleased({ slug }: PageRoute): boolean {
    return catalogue.isVisible(slug ?? '');
  }

  function isWithheld({ pathname }: HttpRequest, { slug }: PageRoute): boolean {
    if (slug !== undefined && slugs.has(slug) && !catalogue.isVisible(slug)) return true;
    return now() < (figureReleases.get(pathname) ?? 0);
  }

  function serveMethods(request: HttpRequest, allow: readonly string[]): MaybePromise<SelectedResponse> {
    const headers = methodHeaders(allow);
    if (request.method === 'OPTIONS') {
      const all = [...fixed('document', headers), ...Object.entries(headers).flat()];
      return selectResponse({ status: 204, headers: all, content: undefined }, request);
    }
    return serveError(new ServiceError('method_not_allowed', `Allowed: ${allow.join(', ')}.`), request, headers);
  }

  function redirect(request: HttpRequest, location: string): SelectedResponse {
    const headers = [...fixed('page'), 'location', location, 'cache-control', 'no-store'];
    return selectResponse({ status: 308, headers, content: undefined }, request);
  }

  /** Redirects to the present path of a renamed article; 410 for a removed one, else 404. */
  function serveMissing(request: HttpRequest): MaybePromise<SelectedResponse> {
    const former = findFormerArticle(services, request.pathname);
    if (former && 'location' in former) return redirect(request, former.location + request.search);
    return serveError(former?.withdrawal ?? new ServiceError('not_found'), request);
  }

  async function serveError(...about: Parameters<ErrorPages>): Promise<SelectedResponse> {
    return selectResponse(await errorEntry(...about), about[1]);
  }

  return { serve, errorEntry };
}
