import type { Catalogue } from '../../core/articles.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { byPart } from './groups.ts';

type SeriesParts = ReadonlyMap<string, readonly PublicArticle[]>;

/** Cached by the list of articles: the catalogue returns a new one only after a release. */
const seriesOf = new WeakMap<object, SeriesParts>();

function groupSeries(released: readonly PublicArticle[]): SeriesParts {
  const known = seriesOf.get(released);
  if (known) return known;
  const inSeries = released.filter(({ series }) => series !== null).toSorted(byPart);
  const series = Map.groupBy(inSeries, (article) => article.series?.id ?? '');
  seriesOf.set(released, series);
  return series;
}

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
