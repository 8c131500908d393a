import { clothCount } from '../../library/cloths.ts';
import { findFirst } from '../../library/find-first.ts';
import type { PublicArticle } from '../../library/library.ts';
import { compareText } from '../../library/list-files.ts';

/**
 * The number of an article's cloth. Cloths go round in the order of publication, so that neighbours differ. An article
 * that is not released yet gets that of the next one.
 * @param released in the order of every list (`compareArticles`). Places are looked up in it, because a table of those
 *   of 100,000 articles takes a tenth of a second for each release.
 */
export function findCloth(article: PublicArticle, released: readonly PublicArticle[]): number {
  // Retracted articles are a second list after the others.
  const end = released.length;
  const middle = findFirst(released, { start: 0, end, isAfter: ({ retracted }) => retracted !== null });
  const isAfter = (other: PublicArticle) => compareDates(other, article) < 0;
  const earlier =
    middle -
    findFirst(released, { start: 0, end: middle, isAfter }) +
    end -
    findFirst(released, { start: middle, end, isAfter });
  return earlier % clothCount;
}

/** The articles whose plates are the head of a list: the first of each cloth, at most four. */
export function choosePlates(articles: readonly PublicArticle[], released: readonly PublicArticle[]): PublicArticle[] {
  const cloths = new Map(articles.toReversed().map((article) => [findCloth(article, released), article]));
  return articles.filter((article) => cloths.get(findCloth(article, released)) === article).slice(0, 4);
}

function compareDates(one: PublicArticle, other: PublicArticle): number {
  return compareText(one.date, other.date) || compareText(other.slug, one.slug);
}
