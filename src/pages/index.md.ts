import type { APIRoute } from 'astro';
import { publication } from '../library/current-publication.ts';
import { renderListMarkdown } from '../protocols/feeds/markdown-pages.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { urls } from '../site/page-context.ts';
import { markdownResponse } from '../site/text-response.ts';

const lead = `Ask a question: \`GET ${urls.at('/ask')}?query=...\`. Read an article: \`GET ${urls.api('live')}/articles/{slug}\`. Connect tools: \`${urls.mcp}\`. Get a free demo key for paid articles: \`POST ${urls.subscribe('live')}\`.`;

export const GET: APIRoute = ({ locals: { services } }) => {
  const source = feedSource(services);
  const markdown = renderListMarkdown(
    { ...source, articles: source.articles.slice(0, 20) },
    { title: publication.name, description: publication.description, path: '/', lead },
  );
  return markdownResponse(markdown);
};
