import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderRobots } from '../protocols/feeds/robots.ts';
import { publication } from '../publication/publication.ts';

export const prerender = true;

export const GET: APIRoute = () =>
  new Response(renderRobots(publication, urls), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
