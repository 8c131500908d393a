import { searchCalls } from '../../contract/operation.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { type Admit, getCallerId, type Spend } from '../api/admission.ts';
import { type SelectedResponse, selectResponse } from '../negotiate.ts';
import { isArticleQuestion } from '../page-paths.ts';
import type { CacheEntry } from '../response-cache.ts';
import type { RenderPage } from './astro.ts';
import type { ErrorPages } from './error-pages.ts';
import type { createPageResponses } from './page-responses.ts';

export interface CountedPages {
  /**
   * A page that could be requested in ever new ways: creating it is counted as a call of the API is. A cacheable
   * response says nothing of the count.
   */
  serve(request: HttpRequest, create: () => Promise<CacheEntry>): Promise<SelectedResponse>;
  /**
   * Serves a page that is personalized or expensive to compute.
   * @param url path and query of the Astro page
   */
  serveReader(request: HttpRequest, url: string): Promise<SelectedResponse>;
}

const formLimit = 65_536;
/** A pasted text counts as the most quotes that one call of the API checks. */
const checkCalls = 20;

/** Pages that are not the same for all callers, or not without cost. */
export function createCountedPages(about: {
  services: Pick<Services, 'log'>;
  limits: { admit: Admit; spend: Spend };
  responses: ReturnType<typeof createPageResponses>;
  errorEntry: ErrorPages;
  render: RenderPage;
}): CountedPages {
  const { services, limits, responses, errorEntry, render } = about;

  async function serve(request: HttpRequest, create: () => Promise<CacheEntry>): Promise<SelectedResponse> {
    const { pathname, search, requestId } = request;
    const id = pathname === '/search/instant' ? 'typing' : undefined;
    const admission = await limits.admit(id, request);
    const { isAllowed, secondsLeft } = admission;
    const callerId = getCallerId(admission);
    try {
      if (!isAllowed) throw new ServiceError('rate_limited', undefined, { retryAfter: secondsLeft });
      const isSearch = id === 'typing' || (pathname === '/search' && search !== '') || isArticleQuestion(request);
      const isCheck = pathname === '/verify' && request.method === 'POST';
      await limits.spend({ id, request, admission }, (isCheck ? checkCalls : isSearch ? searchCalls : 1) - 1);
      const entry = await create();
      // A page that called the API for its reader has the limit headers of that call.
      const omitsLimits = entry.late !== undefined || entry.headers.includes('x-ratelimit-limit');
      return selectResponse(entry, request, { own: omitsLimits ? [] : admission.headers, callerId });
    } catch (thrown) {
      const error = toServiceError(thrown);
      if (error.code === 'internal_error') services.log.error({ err: thrown, requestId }, 'page failed');
      return selectResponse(await errorEntry(error, request), request, { own: admission.headers, callerId });
    }
  }

  async function renderFor(request: HttpRequest, url: string) {
    const { clientAddress, headers } = request;
    const isForm = request.method === 'POST';
    const body = isForm ? { body: await request.readBody(formLimit) } : {};
    // Astro renders HEAD as a page without content; the body is left out where it is written.
    return render({ method: isForm ? 'POST' : 'GET', url, clientAddress, headers, ...body });
  }

  return {
    serve,
    serveReader: (request, url) =>
      serve(request, async () => responses.ofRendered(await renderFor(request, url), request)),
  };
}
