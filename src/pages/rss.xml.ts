import type { APIRoute } from 'astro';
import { documents } from '../contract/document-urls.ts';
import { renderRss } from '../protocols/feeds/rss.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderRss(feedSource(services)), documents.rss.type);
