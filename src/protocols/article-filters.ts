import { type ArticleFilter, passesFilter, selectArticles } from '../core/article-groups.ts';
import type { PublicArticle, Tier } from '../library/library.ts';

/** The filters of a list or search of articles, as they arrive. */
interface ArticleFilters {
  tier?: Tier | undefined;
  tag?: string | undefined;
  updated_since?: string | undefined;
}

/** The articles that the filters leave, in the order of the list. */
export function filterArticles(articles: readonly PublicArticle[], filters: ArticleFilters): readonly PublicArticle[] {
  const { changedSince, ...rest } = toArticleFilter(filters);
  const selected = selectArticles(articles, rest);
  return changedSince === undefined ? selected : selected.filter((article) => passesFilter(article, { changedSince }));
}

/** Articles change by the day: a date-time asks for all of its day, so that nothing falls between two requests. */
export function toArticleFilter({ updated_since: since, ...selection }: ArticleFilters): ArticleFilter {
  return { ...selection, changedSince: since && new Date(since).toISOString().slice(0, 10) };
}
