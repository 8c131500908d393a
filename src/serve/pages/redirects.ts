import type { Services } from '../../core/services.ts';
import { type ArticleWithdrawn, findWithdrawal } from '../../core/withdrawn.ts';

const articlePath = /^\/articles\/([^/.]+)(.*)$/;

/**
 * Finds the article that was once at a path, in any format or version of it.
 * @returns `location` is the path under the current slug of a renamed article, `withdrawal` the error response of a
 *   removed one
 */
export function findFormerArticle(
  services: Pick<Services, 'catalogue' | 'urls'>,
  pathname: string,
): { location: string } | { withdrawal: ArticleWithdrawn } | undefined {
  const [, name, rest = ''] = articlePath.exec(pathname) ?? [];
  if (name === undefined) return undefined;
  const slug = services.catalogue.presentSlug(name);
  if (slug !== name) return { location: `/articles/${slug}${rest}` };
  const withdrawal = findWithdrawal(services, name);
  return withdrawal && { withdrawal };
}
