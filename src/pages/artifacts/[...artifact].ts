import type { APIRoute } from 'astro';
import { findReaderKey } from '../../answers/pages/reader-cookie.ts';
import { openFigure } from '../../core/access/access.ts';

export const prerender = false;

/** Who asks decides even that there is nothing. */
const unshared = { 'cache-control': 'private, no-store', vary: 'Authorization, Cookie' };

/** A script or data of a paid article, for whoever may read it. Those of free articles are files and never come here. */
export const GET: APIRoute = async ({ params, request, cookies, locals: { services } }) => {
  const path = `/artifacts/${params.artifact}`;
  const key = findReaderKey(cookies);
  const authorization = request.headers.get('authorization') ?? (key ? `Bearer ${key}` : null);
  const caller = await services.identify(authorization, services.urls.at(path));
  const file = await openFigure(services, path, caller);
  if (!file) return new Response(null, { status: 404, headers: unshared });
  const headers = { 'content-type': file.mimeType, 'content-disposition': 'attachment', ...unshared };
  return new Response(new Uint8Array(file.bytes), { headers });
};
