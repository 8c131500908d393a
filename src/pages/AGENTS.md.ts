import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderAgentsMd } from '../protocols/discovery/agents-md.ts';
import { publication } from '../publication/publication.ts';

export const prerender = true;

export const GET: APIRoute = () =>
  new Response(renderAgentsMd(publication, urls), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
