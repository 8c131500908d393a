import { groupArticles } from '../../core/article-groups.ts';
import type { Catalogue } from '../../core/articles.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { byPart } from './groups.ts';

/** The released parts of the article's series in order, itself included; empty without a series. */
export function findSeries(article: PublicArticle, released: readonly PublicArticle[]): readonly PublicArticle[] {
  const parts = article.series && groupArticles(released).series.get(article.series.id);
  return parts?.toSorted(byPart) ?? [];
}

const nextCount = 3;

/**
 * Suggests what to read next: the released articles most similar to this one in the given index, without withdrawn
 * ones.
 */
export function findRelated(
  article: PublicArticle,
  { engine, catalogue }: { engine: SearchEngine; catalogue: Catalogue },
): PublicArticle[] {
  const stands = (slug: string) => catalogue.find(slug)?.retracted === null;
  return engine.related(article.slug, nextCount, stands).flatMap((slug) => catalogue.find(slug) ?? []);
}
