import { groupArticles } from '../../core/article-groups.ts';
import type { Catalogue } from '../../core/articles.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { searchInTime } from '../search-in-time.ts';
import { byPart } from './groups.ts';

/** The released parts of the article's series in order, itself included; empty without a series. */
export function findSeries(article: PublicArticle, released: readonly PublicArticle[]): readonly PublicArticle[] {
  const parts = article.series && groupArticles.series(released).get(article.series.id);
  return parts?.toSorted(byPart) ?? [];
}

const nextCount = 3;

/**
 * Suggests what to read next: the released articles most similar to one, without withdrawn ones; none if the search
 * takes too long, because the article can be read without them.
 */
export async function findRelated(
  { search, catalogue }: Pick<Services, 'search' | 'catalogue'>,
  { slug }: PublicArticle,
): Promise<PublicArticle[]> {
  const related = await searchInTime(Promise.resolve(search.open.related(slug, nextCount)));
  return related instanceof Response ? [] : related.flatMap((other) => catalogue.find(other) ?? []);
}

/**
 * The same for many articles.
 * @returns suggests for each article that it is given; faster for many than `findRelated` for each
 */
export function createRelatedFinder({
  engine,
  catalogue,
}: {
  engine: SearchEngine;
  catalogue: Catalogue;
}): (article: PublicArticle) => PublicArticle[] {
  const stands = (slug: string) => catalogue.find(slug)?.retracted === null;
  const find = engine.related(nextCount, stands);
  return ({ slug }) => find(slug).flatMap((related) => catalogue.find(related) ?? []);
}
