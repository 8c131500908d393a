import type { PublicArticle } from '../../content/library/library.ts';
import type { Catalogue } from '../../core/articles.ts';
import type { SearchEngine } from '../../search/engine.ts';

type SeriesParts = ReadonlyMap<string, readonly PublicArticle[]>;

/** By the list it was made from: the catalogue hands out a new one only when something was released. */
const seriesOf = new WeakMap<object, SeriesParts>();

function groupSeries(released: readonly PublicArticle[]): SeriesParts {
  const known = seriesOf.get(released);
  if (known) return known;
  const series = new Map<string, PublicArticle[]>();
  for (const article of released) {
    if (article.series) series.set(article.series.id, [...(series.get(article.series.id) ?? []), article]);
  }
  for (const parts of series.values()) parts.sort((a, b) => (a.series?.part ?? 0) - (b.series?.part ?? 0));
  seriesOf.set(released, series);
  return series;
}

/** The released parts of the article's series in order, itself included; empty without a series. */
export function findSeries(article: PublicArticle, released: readonly PublicArticle[]): readonly PublicArticle[] {
  return (article.series && groupSeries(released).get(article.series.id)) ?? [];
}

const nextCount = 3;

/** What to read next: the released articles most like this one by the index given, none that was withdrawn. */
export function findRelated(
  article: PublicArticle,
  { engine, catalogue }: { engine: SearchEngine; catalogue: Catalogue },
): PublicArticle[] {
  const stands = (slug: string) => catalogue.find(slug)?.retracted === null;
  return engine.related(article.slug, nextCount, stands).flatMap((slug) => catalogue.find(slug) ?? []);
}
