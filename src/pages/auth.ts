import type { APIRoute } from 'astro';

export const prerender = false;

/** `/auth.md` is the markdown of the page at /agent/auth: whoever takes the ending away is led to that page. */
export const GET: APIRoute = ({ redirect }) => redirect('/agent/auth', 308);
