import type { OperationId } from '../../contract/operations.ts';
import type { Services } from '../../core/services.ts';
import { apiLinks, writeLinks } from '../../protocols/discovery/link-headers.ts';
import type { HttpResponse } from '../../protocols/http-response.ts';
import { computeEtag, encode, toBodyVariants } from '../body-variants.ts';
import { createFixedHeaders } from '../fixed-headers.ts';
import type { CacheableResponse } from '../negotiate.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { Route } from './router.ts';
import { readVary } from './vary.ts';

export interface Replies {
  /** What an operation, or a refusal at its address, is sent as: plain. */
  ofOperation(said: HttpResponse, route: Route): CacheableResponse;
  /** The same in every form, for an answer that is kept. */
  inAllForms(said: HttpResponse, route: Route): Promise<CacheableResponse>;
}

const ofTheForm = new Set(['content-type', 'content-length', 'link']);

/** Puts every header that does not depend on the one request around what a protocol said. */
export function createApiResponses({ urls, publication }: Pick<Services, 'urls' | 'publication'>): Replies {
  const fixed = createFixedHeaders(urls.base);
  const describedBy = writeLinks(apiLinks(urls));
  const deprecations = deprecationHeaders(publication.deprecations, urls);

  function headersOf({ headers }: Pick<HttpResponse, 'headers'>, route: Route): string[] {
    const id: OperationId | undefined = route.kind === 'operation' ? route.id : undefined;
    const isPage = headers['content-type']?.startsWith('text/html');
    const flat = fixed(isPage ? 'page' : 'operation', headers);
    const link = [headers.link, ...(id ? [describedBy] : [])].filter((field) => field !== undefined).join(', ');
    for (const [name, value] of Object.entries(headers)) if (!ofTheForm.has(name)) flat.push(name, value);
    if (link !== '') flat.push('link', link);
    if (!('vary' in headers)) flat.push('vary', id ? readVary(id) : 'Accept');
    if (route.mirror === 'sandbox') flat.push('x-sandbox', 'true');
    if (!('cache-control' in headers)) flat.push('cache-control', 'no-store');
    for (const [name, value] of (id && deprecations.get(id)) ?? []) flat.push(name, value);
    return flat;
  }

  return {
    ofOperation(said, route) {
      const headers = headersOf(said, route);
      const { status, body } = said;
      if (body === undefined) return { status, headers, content: undefined };
      if (isEvents(body)) return { status, headers: [...headers, 'content-type', contentTypeOf(said)], content: body };
      const identity = toBytes(body);
      // Only the same bytes for everybody are tagged: a tag on a private body would be an oracle about it.
      const tag = isPublic(said) ? computeEtag(identity) : undefined;
      return { status, headers, content: toBodyVariants({ identity }, { type: contentTypeOf(said), tag }) };
    },
    async inAllForms(said, route) {
      const { status, body } = said;
      if (body === undefined || isEvents(body)) return this.ofOperation(said, route);
      const type = contentTypeOf(said);
      const bytes = toBytes(body);
      const coded = await encode(bytes, { type, quality: 5 });
      const tag = isPublic(said) ? computeEtag(bytes) : undefined;
      return { status, headers: headersOf(said, route), content: toBodyVariants(coded, { type, tag }) };
    },
  };
}

/** The same bytes for everybody who asks. */
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
