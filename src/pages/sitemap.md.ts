import type { APIRoute } from 'astro';
import { renderSitemapMarkdown } from '../protocols/feeds/sitemap.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { markdownResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services } }) =>
  markdownResponse(renderSitemapMarkdown(feedSource(services), services.library.pages));
