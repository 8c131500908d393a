import { isSelected, selectArticles } from '../core/article-groups.ts';
import { changedOn } from '../core/articles.ts';
import type { PublicArticle, Tier } from '../library/library.ts';

/** The filters of a list or search of articles, as they arrive. */
interface ArticleFilters {
  tier?: Tier | undefined;
  tag?: string | undefined;
  updated_since?: string | undefined;
}

/** The articles that the filters leave, in the order of the list. */
export function filterArticles(articles: readonly PublicArticle[], filters: ArticleFilters): readonly PublicArticle[] {
  const { updated_since, ...rest } = filters;
  const selected = selectArticles(articles, rest);
  return updated_since === undefined ? selected : selected.filter(toArticleFilter({ updated_since }));
}

/** Articles change by the day: a date-time asks for all of its day, so that nothing falls between two requests. */
export function toArticleFilter({ updated_since, ...selection }: ArticleFilters): (article: PublicArticle) => boolean {
  const since = updated_since && new Date(updated_since).toISOString().slice(0, 10);
  return (article) => isSelected(article, selection) && (since === undefined || changedOn(article) >= since);
}
