import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderListMarkdown } from '../protocols/feeds/markdown-twins.ts';
import { feedSource } from './_data/feed-source.ts';
import { listAddress, parseListQuery, selectPage } from './_data/list-query.ts';
import { markdownResponse } from './_data/text-response.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services }, url }) => {
  const source = feedSource(services);
  const query = parseListQuery(url.searchParams);
  const { articles, page, pages, total } = selectPage(source.articles, query);
  const next =
    page < pages
      ? ` Next page: ${urls.at(listAddress({ ...query, page: page + 1 })).replace('/articles', '/articles.md')}`
      : '';
  const markdown = renderListMarkdown(
    { ...source, articles },
    {
      title: 'Articles',
      description: 'Every article of the publication, newest first.',
      path: '/articles',
      lead: `${total} ${total === 1 ? 'article' : 'articles'}, page ${page} of ${pages}.${next}`,
    },
  );
  return markdownResponse(markdown);
};
