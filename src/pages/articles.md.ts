import type { APIRoute } from 'astro';
import { filteredListPath } from '../core/article-lists.ts';
import { renderListMarkdown } from '../protocols/feeds/markdown-pages.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { parseListQuery, selectPage } from '../site/lists/list-query.ts';
import { urls } from '../site/page-context.ts';
import { markdownResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services }, url }) => {
  const source = feedSource(services);
  const query = parseListQuery(url.searchParams);
  const { articles, page, pages, total } = selectPage(source.articles, query);
  const next =
    page < pages
      ? ` Next page: ${urls.at(filteredListPath({ ...query, page: page + 1 })).replace('/articles', '/articles.md')}`
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
