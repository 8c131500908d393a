import type { MiddlewareHandler } from 'astro';

/** Puts the author's notes on top of every page. Only `npm run dev` loads it. */
export const onRequest: MiddlewareHandler = async ({ locals, url }, next) => {
  const response = await next();
  const notes = locals.renderNotes?.(url.pathname);
  if (!notes || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(
    html.replace(/<body[^>]*>/, (body) => body + notes),
    { status: response.status, headers },
  );
};
