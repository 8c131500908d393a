import { searchCalls } from '../../contract/operation.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../../protocols/accept.ts';
import { createAddressHeaders } from '../../protocols/discovery/address-headers.ts';
import { capMaxAge } from '../../protocols/max-age.ts';
import { openAddress, readerCanOpen } from '../../site/reader-access.ts';
import { callerIdOf } from '../api/admission.ts';
import type { App, RoutedResponse } from '../api/app.ts';
import { createFixedHeaders, methodHeaders } from '../fixed-headers.ts';
import type { HttpRequest } from '../http-request.ts';
import { cacheControlOf, mediaType } from '../media-types.ts';
import type { CacheableResponse } from '../negotiate.ts';
import type { PrebuiltResponses } from '../prebuilt.ts';
import { type CacheEntry, createResponseCache } from '../response-cache.ts';
import { renderArticleFormat } from './article-formats.ts';
import type { RenderedPage } from './astro.ts';
import { createErrorPages } from './error-pages.ts';
import { contentTypeOf, createPageResponses, sizeHeaders } from './page-responses.ts';
import { findFormerArticle } from './redirects.ts';
import { findPage, matchArticleFormat, type PageRoute, readSearch } from './routes.ts';

export interface PageHandler {
  /** Is there a prerendered file or document at this path? */
  has(pathname: string): boolean;
  /** The page at an address, or an honest refusal in the form that was asked for. */
  answer(request: HttpRequest): RoutedResponse | Promise<RoutedResponse>;
  /** The refusal of what was not routed, in the form that was asked for. */
  refuse(error: ServiceError, request: HttpRequest): Promise<RoutedResponse>;
}

export interface PageHandlerOptions {
  services: Services;
  app: Pick<App, 'admit' | 'spend'>;
  prebuilt: PrebuiltResponses;
  cacheBytes: number;
  /** Epoch milliseconds before which a public figure is withheld, by path. */
  figureReleases: ReadonlyMap<string, number>;
  /** Undefined when no page is there after all. */
  render(
    request: Pick<HttpRequest, 'method' | 'url' | 'clientAddress'> & {
      headers: HttpRequest['headers'] | undefined;
      body?: Uint8Array;
    },
  ): Promise<RenderedPage | undefined>;
}

/** Where the form that was asked for is, and what that depends on. */
interface Chosen {
  address: string;
  vary: string;
}

const pageTypes = ['text/html', 'text/markdown'] as const;
const articleFile = /^\/(?:articles|og|figures)\/([^/.]+)/;
const unanswered = { operation: 'none', callerId: undefined, isSandbox: false } as const;
const pageFreshness = 'public, max-age=300';
const formLimit = 65_536;

/** The reading site: what was prerendered, what articles are besides their pages, and pages that are made on demand. */
export function createPageHandler(parts: PageHandlerOptions): PageHandler {
  const { services, app, prebuilt, cacheBytes, figureReleases, render } = parts;
  const { catalogue, urls, now, publication } = services;
  const slugs = new Set(services.library.articles.map(({ slug }) => slug));
  const paidPages = new Map(
    services.library.articles
      .filter(({ tier }) => tier === 'paid')
      .map((article) => [`/articles/${article.slug}`, article]),
  );
  const fixed = createFixedHeaders(urls.base);
  const addressHeaders = createAddressHeaders(services);
  const linksOf = (pathname: string) => Object.entries(addressHeaders(pathname) ?? {}).flat();
  let notFoundPage: ReturnType<PrebuiltResponses['read']> | undefined;
  // Scanners ask for it more often than anybody asks for a page.
  const readNotFound = () => (notFoundPage ??= prebuilt.read('/404').catch(() => undefined));
  const refuse = createErrorPages({ urls, language: publication.language, fixed, notFoundPage: readNotFound });
  const refused = async (...about: Parameters<typeof refuse>) => plain(await refuse(...about));
  const replies = createPageResponses({ services, fixed, refuse });
  const kept = createResponseCache({ capacity: cacheBytes, released: () => catalogue.list() });

  async function fillCache(chosen: Chosen, request: HttpRequest): Promise<CacheEntry> {
    const released = catalogue.list();
    const reply = (await prebuilt.read(chosen.address)) ?? (await makeForm(chosen.address));
    if (reply) return { reply: withAddress(reply, chosen, request), isCacheable: true, released };
    const page = await render({ method: 'GET', url: chosen.address, clientAddress: '', headers: undefined });
    if (page?.status !== 200) return { reply: await replies.ofRendered(page, request), isCacheable: false, released };
    return {
      reply: withAddress(await replies.inAllForms(page.body, contentTypeOf(page)), chosen, request),
      isCacheable: true,
      released,
    };
  }

  async function makeForm(address: string): Promise<CacheableResponse | undefined> {
    const form = matchArticleFormat(address);
    const article = form && catalogue.find(form.slug);
    const text = article && renderArticleFormat(article, form.form, urls);
    return text === undefined ? undefined : replies.inAllForms(Buffer.from(text), mediaType(address, address));
  }

  /** What belongs to the address that was asked for, whichever form of it is sent. */
  function withAddress(reply: CacheableResponse, { vary }: Chosen, { pathname }: HttpRequest): CacheableResponse {
    return { ...reply, headers: [...reply.headers, 'vary', vary, ...linksOf(pathname), ...sizeHeaders(reply)] };
  }

  /** Where the wanted form of a page is; undefined when none will do. */
  function negotiate(request: HttpRequest, markdownPath: string | undefined): Chosen | undefined {
    const { pathname, headers } = request;
    if (markdownPath === undefined) return { address: pathname, vary: 'Accept-Encoding' };
    const wanted = preferredType(headers.get('accept'), pageTypes);
    if (wanted === undefined) return undefined;
    // A browser that kept the preview asks again once it has a key.
    const vary = paidPages.has(pathname) ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding';
    return { address: wanted === 'text/markdown' ? markdownPath : pathname, vary };
  }

  function isWithheld(pathname: string): boolean {
    const slug = articleFile.exec(pathname)?.[1];
    if (slug !== undefined && slugs.has(slug) && !catalogue.isVisible(slug)) return true;
    return now() < (figureReleases.get(pathname) ?? 0);
  }

  function freshness(address: string): string {
    const isCacheable = prebuilt.has(address) || matchArticleFormat(address) !== undefined;
    return isCacheable ? cacheControlOf(address) : capMaxAge(services, pageFreshness);
  }

  /**
   * @param about.search what of the query the page reads, in one spelling
   * @param about.isNamed by what anybody makes up: the page may not be there
   * @param about.isOpenEnded there is no end of such addresses: what has to be made for one is counted
   */
  function answerKept(
    request: HttpRequest,
    about: { markdownPath: string | undefined; search?: string; isNamed?: boolean; isOpenEnded?: boolean },
  ): RoutedResponse | Promise<RoutedResponse> {
    const { markdownPath, search = '', isNamed = false, isOpenEnded = isNamed } = about;
    const chosen = negotiate(request, markdownPath);
    if (!chosen) {
      const refusal = new ServiceError('not_acceptable', `Made here: ${pageTypes.join(', ')}.`);
      const refuseForm = () => refused(refusal, request, { vary: 'Accept, Accept-Encoding' });
      if (!isNamed) return refuseForm();
      // What is not there is not found, in whatever form it is wanted.
      return answerCounted(request, async () => {
        const { reply } = await fillCache({ address: request.pathname + search, vary: 'Accept' }, request);
        return reply.status === 404 ? plain(reply) : refuseForm();
      });
    }
    const address = chosen.address + search;
    const own = ['cache-control', freshness(address)];
    const key = address === request.pathname ? address : `${request.pathname} ${address}`;
    const found = kept.find(key);
    if (found) return { reply: found.reply, own, ...unanswered };
    const make = () =>
      kept
        .make(key, () => fillCache({ ...chosen, address }, request))
        .then(({ reply, isCacheable }) => (isCacheable ? { reply, own, ...unanswered } : plain(reply)));
    return isOpenEnded ? answerCounted(request, make) : make();
  }

  /** What could be asked for in ever new ways is counted as a call of the API is; what anybody may keep says nothing of it. */
  async function answerCounted(request: HttpRequest, make: () => Promise<RoutedResponse>): Promise<RoutedResponse> {
    const id = request.pathname === '/search/instant' ? 'typing' : undefined;
    const admission = await app.admit(id, request);
    const { isAllowed, secondsLeft } = admission;
    const callerId = callerIdOf(admission);
    try {
      if (!isAllowed) throw new ServiceError('rate_limited', undefined, { retryAfter: secondsLeft });
      const isSearch = request.pathname === '/search' && request.search !== '';
      await app.spend({ id, request, admission }, isSearch ? searchCalls - 1 : 0);
      const made = await make();
      // A page that asked the API for its reader says what that counted.
      const isSaid = made.own.length > 0 || made.reply.headers.includes('x-ratelimit-limit');
      return { ...made, own: isSaid ? made.own : admission.headers, callerId };
    } catch (thrown) {
      const refusal = toServiceError(thrown);
      if (refusal.code === 'internal_error')
        services.log.error({ err: thrown, requestId: request.requestId }, 'page failed');
      return { ...(await refused(refusal, request)), own: admission.headers, callerId };
    }
  }

  function answerReader(request: HttpRequest, url = request.url): Promise<RoutedResponse> {
    return answerCounted(request, async () => plain(await replies.ofRendered(await renderFor(request, url), request)));
  }

  async function renderFor(request: HttpRequest, url: string) {
    const { clientAddress, headers } = request;
    const isForm = request.method === 'POST';
    const body = isForm ? { body: await request.readBody(formLimit) } : {};
    // Astro answers HEAD by a page without content; what is not sent is left out where it is written.
    return render({ method: isForm ? 'POST' : 'GET', url, clientAddress, headers, ...body });
  }

  function answerMethods(request: HttpRequest, allow: readonly string[]): RoutedResponse | Promise<RoutedResponse> {
    const headers = methodHeaders(allow);
    if (request.method === 'OPTIONS') {
      return plain({
        status: 204,
        headers: [...fixed('document', headers), ...Object.entries(headers).flat()],
        content: undefined,
      });
    }
    return refused(new ServiceError('method_not_allowed', `It takes ${allow.join(', ')}.`), request, headers);
  }

  /** For one whose key opens the article, the whole of it; for everybody else what anybody gets. */
  async function answerPaid(request: HttpRequest, isOpen: Promise<boolean>): Promise<RoutedResponse> {
    const address = (await isOpen) && negotiate(request, twinOf(request.pathname))?.address;
    return address ? answerReader(request, openAddress(address) + request.search) : answerPublic(request);
  }

  function redirect(location: string): RoutedResponse {
    const headers = [...fixed('page', {}), 'location', location, 'cache-control', 'no-store'];
    return plain({ status: 308, headers, content: undefined });
  }

  function answerKnown(request: HttpRequest): RoutedResponse | Promise<RoutedResponse> {
    const article = paidPages.get(request.pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOpen = article && isRead && readerCanOpen(request.headers.get('cookie'), article, services);
    return isOpen ? answerPaid(request, isOpen) : answerPublic(request);
  }

  function answerPublic(request: HttpRequest): RoutedResponse | Promise<RoutedResponse> {
    const { method, pathname, search } = request;
    const isFile = prebuilt.has(pathname) && pathname !== '/404';
    const route = isFile ? undefined : findPage(pathname);
    const isForm = route?.page.kind === 'form';
    const allow = isForm ? ['POST', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS'];
    if (!allow.includes(method) || method === 'OPTIONS') return answerMethods(request, allow);
    const articleForm = isFile ? undefined : matchArticleFormat(pathname);
    if ((isFile || articleForm || route?.page.isArticle) && isWithheld(pathname)) return answerNothing(request);
    if (isFile)
      return answerKept(request, { markdownPath: prebuilt.has(twinOf(pathname)) ? twinOf(pathname) : undefined });
    if (articleForm) {
      const isOut = catalogue.isVisible(articleForm.slug);
      return isOut ? answerKept(request, { markdownPath: undefined }) : answerNothing(request);
    }
    if (!route) return isSlipOf(pathname) ? redirect(pathname.slice(0, -1) + search) : answerNothing(request);
    if (route.page.isArticle && !catalogue.isVisible(route.params.slug ?? '')) return answerNothing(request);
    switch (route.page.kind) {
      case 'shared':
        return answerShared(request, route);
      case 'open':
        return redirect(`/articles/${route.params.slug}${search}`);
      case 'asked':
      case 'reader':
      case 'form':
        return answerReader(request);
    }
  }

  /** The way to the present address of a renamed article, 410 for a removed one, else 404. */
  function answerNothing(request: HttpRequest): RoutedResponse | Promise<RoutedResponse> {
    const former = findFormerArticle(services, request.pathname);
    if (former && 'location' in former) return redirect(former.location + request.search);
    return refused(former?.withdrawal ?? new ServiceError('not_found'), request);
  }

  function answerShared(
    request: HttpRequest,
    { page, markdownPath, params }: PageRoute,
  ): RoutedResponse | Promise<RoutedResponse> {
    const search = request.search && readSearch(request.search, page);
    // Articles that are out can be counted; names of tags, authors and versions are what anybody makes up.
    const isNamed = 'name' in params || 'file' in params;
    return answerKept(request, { markdownPath, search, isNamed, isOpenEnded: isNamed || search !== '' });
  }

  /** Does it lead somewhere without its last slash? */
  function isSlipOf(pathname: string): boolean {
    const meant = pathname.slice(0, -1);
    return (
      pathname.endsWith('/') &&
      (prebuilt.has(meant) || matchArticleFormat(meant) !== undefined || findPage(meant) !== undefined)
    );
  }

  return {
    has: (pathname) => prebuilt.has(pathname),
    answer: answerKnown,
    refuse: refused,
  };
}

function plain(reply: CacheableResponse): RoutedResponse {
  return { reply, own: [], ...unanswered };
}

function twinOf(pathname: string): string {
  return pathname === '/' ? '/index.md' : `${pathname}.md`;
}
