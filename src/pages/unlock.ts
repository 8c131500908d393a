import type { APIRoute } from 'astro';
import { SubscribeResponse } from '../contract/schemas.ts';
import { openArticle } from '../core/access/access.ts';
import { isOwnForm, readForm } from './_data/form-post.ts';
import { identifyReader } from './_data/reader-access.ts';
import { keepReaderKey } from './_data/reader-cookie.ts';

export const prerender = false;

/** One click from a paid article to reading it: a demo subscription over the same API that agents call, kept in a cookie. */
export const POST: APIRoute = async ({ request, locals, cookies, redirect }) => {
  const { services, app, clientAddress } = locals;
  const { base } = services.urls;
  if (!isOwnForm(request, base)) return refuse(403, 'This form was not sent by a page of this site.');
  const form = await readForm(request);
  const article = services.catalogue.find(form?.get('slug') ?? '');
  if (!article) return refuse(400, 'The form names no article.');

  const caller = await identifyReader({ services, cookies, path: `/read/${article.slug}` });
  if (openArticle(services, article.slug, { caller }).kind !== 'opened') {
    const answer = await app.fetch(new Request(services.urls.subscribe('live'), { method: 'POST' }), { clientAddress });
    if (!answer.ok)
      return refuse(answer.status, 'No demo key can be made at the moment. Please try again in a minute.');
    keepReaderKey(cookies, SubscribeResponse.parse(await answer.json()).api_key, base);
  }
  return redirect(`/read/${article.slug}`, 303);
};

export const ALL: APIRoute = () => new Response(null, { status: 405, headers: { allow: 'POST' } });

function refuse(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
