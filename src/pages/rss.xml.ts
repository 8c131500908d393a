import type { APIRoute } from 'astro';
import { documents } from '../contract/documents.ts';
import { renderRss } from '../protocols/feeds/rss.ts';
import { feedSource } from './_data/feed-source.ts';
import { textResponse } from './_data/text-response.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderRss(feedSource(services)), documents.rss.type);
