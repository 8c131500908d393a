import type { PublicArticle } from '../../content/library/library.ts';
import type { Services } from '../../core/services.ts';
import { openForReader } from '../../pages/_data/reader-access.ts';
import { findReaderKey, readCookies } from '../../pages/_data/reader-cookie.ts';

/** Where an article, or its markdown, is made for one reader. */
export function openAddress(address: string): string {
  return address.replace(/^\/articles\//, '/read/');
}

/** Does the key in a reader's cookie open the article? A request without one is told at once. */
export function isOpenTo(header: string | null, article: PublicArticle, services: Services): false | Promise<boolean> {
  if (header === null) return false;
  const cookies = readCookies(header);
  if (findReaderKey(cookies) === undefined) return false;
  return openForReader(article, { services, cookies, path: `/articles/${article.slug}` }).then(Boolean);
}
