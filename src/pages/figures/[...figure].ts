import type { APIRoute } from 'astro';
import { decideAccess } from '../../core/access/access.ts';
import { findReaderKey } from '../_data/reader-cookie.ts';

export const prerender = false;

/** Who asks decides even that there is nothing. */
const unshared = { 'cache-control': 'private, no-store', vary: 'Authorization, Cookie' };

/** A picture of a paid part, for whoever may read that part. Public pictures are files and never come here. */
export const GET: APIRoute = async ({ params, request, cookies, locals: { services } }) => {
  const path = `/figures/${params.figure}`;
  const key = findReaderKey(cookies);
  const caller = await services.identify(request.headers.get('authorization') ?? (key ? `Bearer ${key}` : null));
  for (const slug of services.shelf.listOwners(path)) {
    const article = services.catalogue.find(slug);
    const access = article && decideAccess(article, caller);
    if (access?.kind !== 'granted') continue;
    const figure = await services.shelf.readFigure(access.entitlement, path);
    if (!figure) continue;
    const headers = { 'content-type': figure.mimeType, ...unshared };
    return new Response(new Uint8Array(figure.bytes), { headers });
  }
  return new Response(null, { status: 404, headers: unshared });
};
