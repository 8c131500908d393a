import { defineMiddleware } from 'astro:middleware';
import { findSharedPage, hasTwin, isShared, type SharedPage, twins } from './layouts/shared-pages.ts';
import { chooseForm } from './server/content-coding.ts';
import { isNotModified } from './server/entity-tag.ts';
import { choosePageType, pageVary, refusePageType } from './server/page-types.ts';

// Under `npm run dev` a page changes whenever its author saves.
const longestSeconds = import.meta.env.DEV ? 0 : 300;

/**
 * On-demand pages only: prerendered ones never pass here. Pages that are the same for everybody are kept, tagged and
 * compressed; `/` and `/articles` are answered in markdown to whoever prefers that (RFC 9110 section 12).
 */
export const onRequest = defineMiddleware(async ({ request, url, locals, isPrerendered }, next) => {
  const { pathname, search } = url;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isPrerendered || !isRead || !isShared(pathname)) return withCharset(await next());

  const twin = twins[pathname];
  const wanted = choosePageType(request.headers.get('accept'));
  const { catalogue, now, urls } = locals.services;
  if (twin && !wanted) return refusePageType(urls);
  const address = twin && wanted === 'text/markdown' ? twin : pathname;
  const released = catalogue.list();
  const found = await findSharedPage(
    { released, address: address + search, isKept: request.method === 'GET' && search === '' && !import.meta.env.DEV },
    () => (address === pathname ? next() : next(address + search)),
  );
  if ('response' in found) return withCharset(found.response);

  const untilRelease = Math.floor(((catalogue.nextReleaseAt() ?? Number.POSITIVE_INFINITY) - now()) / 1000);
  const headers = new Headers({
    'content-type': found.page.type,
    'cache-control': `public, max-age=${Math.max(0, Math.min(longestSeconds, untilRelease))}`,
    vary: hasTwin(pathname) ? pageVary : 'Accept-Encoding',
  });
  return send(request, found.page, headers);
});

function send(request: Request, page: SharedPage, headers: Headers): Response {
  const { bytes, coding, etag } = chooseForm(page.forms, request.headers.get('accept-encoding'));
  headers.set('etag', etag);
  // Feeds and lists are for programs, those in browsers too; a page is not read across origins.
  if (!page.type.startsWith('text/html')) headers.set('access-control-allow-origin', '*');
  if (isNotModified(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  if (coding) headers.set('content-encoding', coding);
  headers.set('content-length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

/** Astro says text/html without its charset. */
function withCharset(response: Response): Response {
  if (response.headers.get('content-type') === 'text/html') {
    response.headers.set('content-type', 'text/html; charset=utf-8');
  }
  return response;
}
