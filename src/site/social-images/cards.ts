import type { PublicArticle } from '../../library/library.ts';
import { readCatalogue } from '../library-access.ts';

/** Drawing a card takes tens of milliseconds, so a large library has one for each of its newest articles only. */
const cardLimit = 40;

let carded: ReadonlySet<string> | undefined;

/** Released articles with an Open Graph image of their own. */
export function listSocialImages(): readonly PublicArticle[] {
  return readCatalogue().list().slice(0, cardLimit);
}

/** The article's own image, or undefined when the site's image is used. */
export function cardImage(article: PublicArticle): { path: string; alt: string } | undefined {
  carded ??= new Set(listSocialImages().map(({ slug }) => slug));
  if (!carded.has(article.slug)) return undefined;
  return { path: `/og/${article.slug}.png`, alt: `${article.title}: ${article.description}` };
}
