import type { Catalogue } from '../../core/articles.ts';
import type { PublicArticle } from '../../library/library.ts';
import { ofList } from '../../library/of-list.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { byPart } from './groups.ts';

const groupSeries = ofList((released) => {
  const inSeries = released.filter(({ series }) => series !== null).toSorted(byPart);
  return Map.groupBy(inSeries, (article) => article.series?.id ?? '');
});

/** The released parts of the article's series in order, itself included; empty without a series. */
export function findSeries(article: PublicArticle, released: readonly PublicArticle[]): readonly PublicArticle[] {
  return (article.series && groupSeries(released).get(article.series.id)) ?? [];
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
