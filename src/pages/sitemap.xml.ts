import type { APIRoute } from 'astro';
import { renderSitemap, renderSitemapPart } from '../protocols/feeds/sitemap.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services, notFound }, url }) => {
  const source = feedSource(services);
  const { pages } = services.library;
  const part = url.searchParams.get('part');
  const xml = part === null ? renderSitemap(source, pages) : renderSitemapPart(source, pages, Math.trunc(Number(part)));
  if (xml === undefined) return notFound();
  return textResponse(xml, 'application/xml');
};
