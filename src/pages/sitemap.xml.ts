import type { APIRoute } from 'astro';
import { renderSitemap } from '../protocols/feeds/sitemap.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderSitemap(feedSource(services), services.library.pages), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
