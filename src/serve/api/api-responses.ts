import type { Services } from '../../core/services.ts';
import { apiLinks, writeLinks } from '../../protocols/discovery/link-headers.ts';
import type { HttpRequest, HttpResponse } from '../../protocols/http.ts';
import { computeEtag, type EncodedBytes, toBodyVariants } from '../body-variants.ts';
import { createFixedHeaders } from '../fixed-headers.ts';
import { type EncodeOnDemand, wantedBy } from '../on-demand.ts';
import type { CacheEntry } from '../response-cache.ts';
import type { ApiRoute } from '../routes.ts';
import { deprecationHeaders } from './deprecation.ts';

export interface ApiResponses {
  /** The response of an operation, or an error response at its path, without content encodings. */
  plain(response: HttpResponse, route: ApiRoute): CacheEntry;
  /** The same with its content encodings, for the cache. */
  encoded(response: HttpResponse, route: ApiRoute, request: HttpRequest): Promise<CacheEntry>;
}

/** Headers that are written here: a preflight names the origin that every operation allows. */
const writtenHere = new Set(['content-type', 'content-length', 'link', 'access-control-allow-origin']);

/** Adds every header that does not depend on the one request to the response of a protocol. */
export function createApiResponses(
  { urls, publication }: Pick<Services, 'urls' | 'publication'>,
  encode: EncodeOnDemand,
): ApiResponses {
  const fixed = createFixedHeaders(urls.base);
  const ofOperation = fixed('operation');
  const describedBy = writeLinks(apiLinks(urls));
  const deprecations = deprecationHeaders(publication.deprecations, urls);

  function headersOf({ headers }: Pick<HttpResponse, 'headers'>, route: ApiRoute): string[] {
    const operation = route.kind === 'operation' ? route : undefined;
    const isPage = headers['content-type']?.startsWith('text/html');
    const flat = isPage ? fixed('page', headers) : [...ofOperation];
    const link = [headers.link, ...(operation ? [describedBy] : [])].filter((field) => field !== undefined).join(', ');
    for (const [name, value] of Object.entries(headers)) if (!writtenHere.has(name)) flat.push(name, value);
    if (link !== '') flat.push('link', link);
    if (!('vary' in headers)) flat.push('vary', operation?.vary ?? 'Accept');
    if (route.mirror === 'sandbox') flat.push('x-sandbox', 'true');
    if (!('cache-control' in headers)) flat.push('cache-control', 'no-store');
    for (const [name, value] of (operation && deprecations.get(operation.id)) ?? []) flat.push(name, value);
    return flat;
  }

  function toEntry(response: HttpResponse, route: ApiRoute, coded: EncodedBytes): CacheEntry {
    // Only public bytes get a tag: the tag of a private body would be an oracle about it.
    const tag = isPublic(response) ? computeEtag(coded.identity) : undefined;
    const about = { type: contentTypeOf(response), tag, isDigested: isArticle(response, route) };
    return { status: response.status, headers: headersOf(response, route), content: toBodyVariants(coded, about) };
  }

  return {
    plain(response, route) {
      const { status, body } = response;
      if (body !== undefined && !isEvents(body)) return toEntry(response, route, { identity: toBytes(body) });
      const headers = headersOf(response, route);
      if (body === undefined) return { status, headers, content: undefined };
      return { status, headers: [...headers, 'content-type', contentTypeOf(response)], content: body };
    },
    async encoded(response, route, request) {
      const { body } = response;
      if (body === undefined || isEvents(body)) return this.plain(response, route);
      return toEntry(response, route, await encode(toBytes(body), wantedBy(request, contentTypeOf(response))));
    },
  };
}

/** An article or a section, whose bytes can be checked. */
function isArticle({ status }: HttpResponse, route: ApiRoute): boolean {
  return status === 200 && route.kind === 'operation' && route.id === 'getArticle';
}

/** Are the bytes the same for all callers? */
export function isPublic({ status, headers }: HttpResponse): boolean {
  return status === 200 && (headers['cache-control']?.startsWith('public') ?? false);
}

function contentTypeOf({ headers }: HttpResponse): string {
  return headers['content-type'] ?? 'application/octet-stream';
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function isEvents(body: Exclude<HttpResponse['body'], undefined>): body is AsyncIterable<string> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}
