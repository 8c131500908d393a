import type { APIRoute } from 'astro';
import { findReaderKey } from '../../answers/pages/reader-cookie.ts';
import { openFigure } from '../../core/access/access.ts';

export const prerender = false;

/** Who asks decides even that there is nothing. */
const unshared = { 'cache-control': 'private, no-store', vary: 'Authorization, Cookie' };

/** A picture of a paid part, for whoever may read that part. Public pictures are files and never come here. */
export const GET: APIRoute = async ({ params, request, cookies, locals: { services } }) => {
  const path = `/figures/${params.figure}`;
  const key = findReaderKey(cookies);
  const authorization = request.headers.get('authorization') ?? (key ? `Bearer ${key}` : null);
  const caller = await services.identify(authorization, services.urls.at(path));
  const figure = await openFigure(services, path, caller);
  if (figure) {
    const headers = { 'content-type': figure.mimeType, ...unshared };
    return new Response(new Uint8Array(figure.bytes), { headers });
  }
  return new Response(null, { status: 404, headers: unshared });
};
