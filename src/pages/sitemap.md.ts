import type { APIRoute } from 'astro';
import { renderSitemapMarkdown } from '../protocols/feeds/sitemap.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderSitemapMarkdown(feedSource(services), services.library.pages), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
