import type { APIRoute } from 'astro';
import { documents } from '../contract/document-urls.ts';
import { renderJsonFeed } from '../protocols/feeds/json-feed.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderJsonFeed(feedSource(services)), documents.jsonFeed.type);
