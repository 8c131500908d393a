import type { APIRoute } from 'astro';
import { findReaderKey } from '../../answers/pages/reader-cookie.ts';
import { articlePdf } from '../../contract/addresses.ts';
import { openArticle, openFigure } from '../../core/access/access.ts';

export const prerender = false;

/** Who asks decides even that there is nothing. */
const unshared = { 'cache-control': 'private, no-store', vary: 'Authorization, Cookie' };

/**
 * A paid article as PDF, for whoever may read it. Whoever may not is led to where it opens, whether there is a PDF or not.
 * Those of free articles are files and never come here.
 */
export const GET: APIRoute = async ({ params, request, cookies, locals: { services } }) => {
  const { slug = '' } = params;
  const path = articlePdf(slug);
  const key = findReaderKey(cookies);
  const authorization = request.headers.get('authorization') ?? (key ? `Bearer ${key}` : null);
  const caller = await services.identify(authorization, services.urls.at(path));
  const opening = openArticle(services, slug, { caller });
  if (opening.kind !== 'opened' && opening.kind !== 'challenge' && opening.reason === 'article_not_found')
    return new Response(null, { status: 404, headers: unshared });
  if (opening.kind !== 'opened')
    return new Response(null, { status: 303, headers: { ...unshared, location: `/articles/${slug}` } });
  const file = await openFigure(services, path, caller);
  if (!file) return new Response(null, { status: 404, headers: unshared });
  return new Response(new Uint8Array(file.bytes), { headers: { 'content-type': file.mimeType, ...unshared } });
};
