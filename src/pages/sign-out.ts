import type { APIRoute } from 'astro';
import { isOwnForm, readPostedForm } from '../site/form-post.ts';
import { clearReader } from '../site/reader-cookie.ts';

const articlePath = /^\/articles\/[a-z0-9-]+$/;

/** Forgets the key in this browser. The key itself stays valid: its owner may use it in an agent. */
export const POST: APIRoute = async ({ request, locals, cookies, redirect }) => {
  if (!isOwnForm(request, locals.services.urls.base)) {
    return new Response('This form was not sent by a page of this site.\n', { status: 403 });
  }
  clearReader(cookies);
  const path = (await readPostedForm(request))?.get('path') ?? '';
  // The reader stays on the article, now without access; a URL of another site is never followed.
  return redirect(articlePath.test(path) ? `${path}#signed-out` : '/articles', 303);
};

export const ALL: APIRoute = () => new Response(null, { status: 405, headers: { allow: 'POST' } });
