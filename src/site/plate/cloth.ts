import { ofList } from '../../core/articles.ts';
import { clothCount } from '../../library/cloths.ts';
import type { PublicArticle } from '../../library/library.ts';
import { compareText } from '../../library/list-files.ts';

/** The place of each article in the order of publication, by slug. */
const findPlaces = ofList(
  (released) => new Map(released.toSorted(compareDates).map(({ slug }, number) => [slug, number])),
);

/**
 * The number of an article's cloth. Cloths go round in the order of publication, so that neighbours differ. An article
 * that is not released yet gets that of the next one.
 */
export function findCloth(article: PublicArticle, released: readonly PublicArticle[]): number {
  const place = findPlaces(released).get(article.slug);
  return (place ?? released.filter((other) => compareDates(other, article) < 0).length) % clothCount;
}

/** The articles whose plates are the head of a list: the first of each cloth, at most four. */
export function choosePlates(articles: readonly PublicArticle[], released: readonly PublicArticle[]): PublicArticle[] {
  const cloths = new Map(articles.toReversed().map((article) => [findCloth(article, released), article]));
  return articles.filter((article) => cloths.get(findCloth(article, released)) === article).slice(0, 4);
}

function compareDates(one: PublicArticle, other: PublicArticle): number {
  return compareText(one.date, other.date) || other.slug.localeCompare(one.slug);
}
