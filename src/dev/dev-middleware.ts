import type { MiddlewareHandler } from 'astro';

/** Puts the author's notes on every page. Only `npm run dev` loads it. */
export const onRequest: MiddlewareHandler = async ({ locals, url }, next) => {
  const response = await next();
  if (!locals.annotate || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = locals.annotate(url.pathname, await response.text());
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(html, { status: response.status, headers });
};
