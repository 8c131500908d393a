import type { APIRoute } from 'astro';

/** `/auth.md` is the Markdown of the page at /agent/auth: without the extension, redirect to that page. */
export const GET: APIRoute = ({ redirect }) => redirect('/agent/auth', 308);
