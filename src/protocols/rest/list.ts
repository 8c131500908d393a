import type { Urls } from '../../contract/urls.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';
import { filterArticles } from '../article-filters.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { toWireSummary } from '../wire.ts';

/**
 * GET /api/v1/articles: one page of what the filters leave, with links that keep the mirror and the other parameters
 * (RFC 8288 `Link` too).
 */
export function createListHandler(services: Services): Handler<'listArticles'> {
  return ({ query, url }) => {
    const wanted = searchNames.find((name) => url.searchParams.has(name));
    if (wanted) throw noSearch(wanted, url, services.urls);
    const { page, per_page: perPage } = query;
    const articles = filterArticles(services.catalogue.list(), query);
    const lastPage = Math.max(1, Math.ceil(articles.length / perPage));
    const links = {
      next: page < lastPage ? pageUrl(url, page + 1) : null,
      prev: page > 1 ? pageUrl(url, Math.min(page - 1, lastPage)) : null,
    };
    const body = {
      data: pageOf(articles, page, perPage).map((article) => toWireSummary(article, services.urls)),
      pagination: { page, per_page: perPage, total: articles.length, ...links },
    };
    const link = [
      ...(links.next ? [`<${links.next}>; rel="next"`] : []),
      ...(links.prev ? [`<${links.prev}>; rel="prev"`] : []),
    ].join(', ');
    return jsonResponse(body, { headers: { 'cache-control': 'public, max-age=60', ...(link ? { link } : {}) } });
  };
}

/** Names under which clients send a question to a list that has no search. */
const searchNames = ['q', 'search'] as const;

function noSearch(name: (typeof searchNames)[number], url: URL, urls: Urls): ServiceError {
  const query = new URLSearchParams({ query: url.searchParams.get(name) ?? '' });
  return new ServiceError(
    'invalid_request',
    `${name}: this list has no search. Ask ${urls.at(`/ask?${query}`)} instead.`,
  );
}

function pageOf(articles: readonly PublicArticle[], page: number, perPage: number): readonly PublicArticle[] {
  return articles.slice((page - 1) * perPage, page * perPage);
}

function pageUrl(url: URL, page: number): string {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  return target.href;
}
