import type { Services } from '../../core/services.ts';
import { type ArticleWithdrawn, findWithdrawal } from '../../core/withdrawn.ts';

/** Paths below the slug of an article: its page and formats, pictures, data, card and Markdown for readers. */
const articlePath = /^\/(articles|figures|artifacts|og|read)\/([^/.]+)(.*)$/;

/**
 * Finds the article that was once at a path: its page, in any format or version, or one of its files.
 * @returns `location` is the path under the current slug of a renamed article, `withdrawal` the error response of a
 *   removed one
 */
export function findFormerArticle(
  services: Pick<Services, 'catalogue' | 'urls'>,
  pathname: string,
): { location: string } | { withdrawal: ArticleWithdrawn } | undefined {
  const [, root, name, rest = ''] = articlePath.exec(pathname) ?? [];
  if (name === undefined) return undefined;
  const slug = services.catalogue.presentSlug(name);
  if (slug !== name) return { location: `/${root}/${slug}${rest}` };
  const withdrawal = findWithdrawal(services, name);
  return withdrawal && { withdrawal };
}
