import type { APIRoute } from 'astro';
import { renderRss } from '../protocols/feeds/rss.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderRss(feedSource(services)), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
