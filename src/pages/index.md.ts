import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderListMarkdown } from '../protocols/feeds/markdown-twins.ts';
import { publication } from '../publication/publication.ts';
import { feedSource } from './_data/feed-source.ts';
import { markdownResponse } from './_data/text-response.ts';

export const prerender = false;

const lead = `Ask a question: \`GET ${urls.at('/ask')}?query=...\`. Read an article: \`GET ${urls.api('live')}/articles/{slug}\`. Connect tools: \`${urls.mcp}\`. Get a free demo key for paid articles: \`POST ${urls.subscribe('live')}\`.`;

export const GET: APIRoute = ({ locals: { services } }) => {
  const source = feedSource(services);
  const markdown = renderListMarkdown(
    { ...source, articles: source.articles.slice(0, 20) },
    { title: publication.name, description: publication.description, path: '/', lead },
  );
  return markdownResponse(markdown);
};
