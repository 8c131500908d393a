import type { APIRoute } from 'astro';
import { isOwnForm } from '../site/form-post.ts';
import { clearReader } from '../site/reader-cookie.ts';

export const prerender = false;

/** Forgets the key in this browser. The key itself stays valid: its owner may use it in an agent. */
export const POST: APIRoute = ({ request, locals, cookies, redirect }) => {
  if (!isOwnForm(request, locals.services.urls.base)) {
    return new Response('This form was not sent by a page of this site.\n', { status: 403 });
  }
  clearReader(cookies);
  return redirect('/articles', 303);
};

export const ALL: APIRoute = () => new Response(null, { status: 405, headers: { allow: 'POST' } });
