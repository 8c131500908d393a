import type { APIRoute } from 'astro';
import { documents } from '../contract/documents.ts';
import { renderJsonFeed } from '../protocols/feeds/json-feed.ts';
import { feedSource } from './_data/feed-source.ts';
import { textResponse } from './_data/text-response.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderJsonFeed(feedSource(services)), documents.jsonFeed.type);
