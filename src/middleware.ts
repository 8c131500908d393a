import { defineMiddleware } from 'astro:middleware';
import { chooseForm, makeForms } from './server/answers/content-coding.ts';
import { isNotModified } from './server/answers/entity-tag.ts';
import { pageVary, refusePageType } from './server/answers/page-types.ts';
import { cacheControlOf, chooseAddress, hasTwin, isShared, type SharedPage } from './server/answers/shared-pages.ts';

/**
 * On-demand pages only: prerendered ones never pass here. Pages that are the same for everybody are tagged, compressed
 * and handed to whoever keeps them; `/` and `/articles` are answered in markdown to whoever prefers that (RFC 9110 section 12).
 */
export const onRequest = defineMiddleware(async ({ request, url, locals, isPrerendered }, next) => {
  const { pathname, search } = url;
  if (isPrerendered || request.method !== 'GET' || !isShared(pathname)) return withCharset(await next());

  const { catalogue, now, urls } = locals.services;
  const address = chooseAddress(pathname, request.headers.get('accept'));
  if (address === undefined) return refusePageType(urls);
  // Before it is made: while it is, an article may come out.
  const released = catalogue.list();
  const rendered = await (address === pathname ? next() : next(address + search));
  if (rendered.status !== 200) return withCharset(rendered);
  const page = await makePage(rendered);
  if (search === '') locals.keepPage?.(address, page, released);
  return send(request, page, {
    // Under `npm run dev` a page changes whenever its author saves.
    'cache-control': import.meta.env.DEV ? 'no-cache' : cacheControlOf(catalogue, now()),
    vary: hasTwin(pathname) ? pageVary : 'Accept-Encoding',
  });
});

async function makePage(response: Response): Promise<SharedPage> {
  const type = response.headers.get('content-type') ?? 'text/html';
  return {
    type: type === 'text/html' ? 'text/html; charset=utf-8' : type,
    forms: await makeForms(new Uint8Array(await response.arrayBuffer())),
  };
}

function send(request: Request, page: SharedPage, shared: Record<string, string>): Response {
  const { bytes, coding, etag } = chooseForm(page.forms, request.headers.get('accept-encoding'));
  const headers = new Headers({ ...shared, etag });
  // Feeds and lists are for programs, those in browsers too; a page is not read across origins.
  if (!page.type.startsWith('text/html')) headers.set('access-control-allow-origin', '*');
  if (isNotModified(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  headers.set('content-type', page.type);
  if (coding) headers.set('content-encoding', coding);
  headers.set('content-length', String(bytes.byteLength));
  return new Response(bytes, { headers });
}

/** Astro says text/html without its charset. */
function withCharset(response: Response): Response {
  if (response.headers.get('content-type') === 'text/html') {
    response.headers.set('content-type', 'text/html; charset=utf-8');
  }
  return response;
}
