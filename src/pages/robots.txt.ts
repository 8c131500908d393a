import type { APIRoute } from 'astro';
import { publication } from '../../site.config.ts';
import { urls } from '../layouts/site.ts';
import { renderRobots } from '../protocols/feeds/robots.ts';

export const prerender = true;

export const GET: APIRoute = () =>
  new Response(renderRobots(publication, urls), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
