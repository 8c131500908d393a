import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { markdownHeaders } from '../../protocols/discovery/address-headers.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { capMaxAge } from '../../protocols/max-age.ts';
import { computeEtag, toBodyVariants } from '../body-variants.ts';
import { type FixedHeaders, headerEntries, responseKind } from '../fixed-headers.ts';
import type { SelectedResponse } from '../negotiate.ts';
import { type EncodeOnDemand, type Wanted, wantedBy } from '../on-demand.ts';
import type { CacheEntry } from '../response-cache.ts';
import type { RenderPage } from './astro.ts';
import type { ErrorPages } from './error-pages.ts';

const ofTheForm = new Set(['content-type', 'content-length', 'cache-control']);

export function createPageResponses(about: {
  services: Pick<Services, 'log' | 'catalogue'>;
  fixed: FixedHeaders;
  errorEntry: ErrorPages;
  encode: EncodeOnDemand;
}) {
  const { services, fixed, errorEntry, encode } = about;

  return {
    /** A page for all readers: tagged, and compressed where that pays. */
    async encoded(bytes: Uint8Array, wanted: Wanted): Promise<CacheEntry> {
      const { type } = wanted;
      const coded = await encode(bytes, wanted);
      return {
        status: 200,
        headers: fixed(responseKind(type)),
        content: toBodyVariants(coded, { type, tag: computeEtag(bytes) }),
      };
    },

    /**
     * A page as it was rendered. One that says it is for all readers is tagged and compressed; one for one reader is
     * not (BREACH).
     */
    async ofRendered(page: Awaited<ReturnType<RenderPage>>, request: HttpRequest): Promise<CacheEntry> {
      if (!page) return errorEntry(new ServiceError('not_found'), request);
      const pairs = headerEntries(page.headers);
      const rendered: Record<string, string> = Object.fromEntries(pairs);
      // Astro says 500 of a page that failed; another status is what the page says of the service, as 503.
      if (page.status === 500) {
        services.log.error({ requestId: request.requestId, status: page.status }, 'page failed');
        return errorEntry(new ServiceError('internal_error'), request);
      }
      const isEmpty = page.body.byteLength === 0;
      if (page.status === 503 && isEmpty) {
        const retryAfter = Number(rendered['retry-after']);
        return errorEntry(new ServiceError('search_unavailable', undefined, { retryAfter }), request);
      }
      if (page.status === 404 || (page.status >= 400 && isEmpty)) {
        const { 'cache-control': cacheControl = 'no-store', vary = 'Accept' } = rendered;
        return errorEntry(new ServiceError('not_found'), request, { 'cache-control': cacheControl, vary });
      }
      // A personalized response must not be readable across origins, whatever its format.
      const headers = fixed('page', rendered);
      // Pairs, because `set-cookie` may come more than once.
      for (const [name, value] of pairs) if (!ofTheForm.has(name)) headers.push(name, value);
      const { status, body } = page;
      const type = getContentType(page);
      const { 'cache-control': cacheControl = 'no-store' } = rendered;
      const content = isEmpty ? undefined : toBodyVariants({ identity: body }, { type });
      if (!cacheControl.startsWith('public'))
        return { status, headers: [...headers, 'cache-control', cacheControl], content };
      const coded = await encode(body, wantedBy(request, type));
      const shared = toBodyVariants(coded, { type, tag: computeEtag(body) });
      return { status, headers, content: shared, late: () => ['cache-control', capMaxAge(services, cacheControl)] };
    },
  };
}

/** Astro says text/html without its charset. */
export function getContentType({ headers }: Pick<SelectedResponse, 'headers'>): string {
  const [, type = 'text/html'] = headerEntries(headers).find(([name]) => name === 'content-type') ?? [];
  return type === 'text/html' ? 'text/html; charset=utf-8' : type;
}

/** Headers that give the size of a Markdown page, so that a client knows it before reading. Flat: name, value. */
export function sizeHeaders({ content }: CacheEntry): string[] {
  if (!content || !('identity' in content)) return [];
  const { headers, bytes } = content.identity;
  const isMarkdown = headers.some((value) => value.startsWith('text/markdown'));
  return isMarkdown ? Object.entries(markdownHeaders(bytes.byteLength)).flat() : [];
}
