import type { APIRoute } from 'astro';
import { renderJsonFeed } from '../protocols/feeds/json-feed.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderJsonFeed(feedSource(services)), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  });
