import type { Catalogue } from '../../core/articles.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { byPart } from './groups.ts';

type SeriesParts = ReadonlyMap<string, readonly PublicArticle[]>;

/** By the list it was made from: the catalogue hands out a new one only when something was released. */
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

/** What to read next: the released articles most like this one by the index given, none that was withdrawn. */
export function findRelated(
  article: PublicArticle,
  { engine, catalogue }: { engine: SearchEngine; catalogue: Catalogue },
): PublicArticle[] {
  const stands = (slug: string) => catalogue.find(slug)?.retracted === null;
  return engine.related(article.slug, nextCount, stands).flatMap((slug) => catalogue.find(slug) ?? []);
}
