import { openArticle } from '../core/access/access.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/services.ts';
import type { Body, PublicArticle } from '../library/library.ts';
import { findReaderKey, type ReadableCookies, readCookies } from './reader-cookie.ts';

interface Reader {
  services: Services;
  cookies: ReadableCookies;
  /** Path of the requested page: a token is good only where its audience says. */
  path: string;
}

/** Identifies the reader in this browser by the key in its cookie. */
export async function identifyReader({ services, cookies, path }: Reader): Promise<Caller> {
  const key = findReaderKey(cookies);
  return services.identify(key ? `Bearer ${key}` : null, path);
}

/** The whole of a paid article for the reader at this browser; undefined when the cookie does not open it. */
export async function openForReader({ slug }: PublicArticle, reader: Reader): Promise<Body | undefined> {
  const decision = await openArticle(reader.services, slug, { caller: await identifyReader(reader) });
  return decision.kind === 'opened' ? decision.body : undefined;
}

/** Headers of every response that depends on the reader's cookie, whatever it contains. */
export const readerHeaders = { 'cache-control': 'private, no-store', vary: 'Cookie' } as const;

/** The path at which an article, or its Markdown, is rendered for one reader. */
export function readerPath(path: string): string {
  return path.replace(/^\/articles\//, '/read/');
}

/** Does the key in a reader's cookie give access to the article? Synchronous for a request without one. */
export function readerCanOpen(
  header: string | null,
  article: PublicArticle,
  services: Services,
): false | Promise<boolean> {
  if (header === null) return false;
  const cookies = readCookies(header);
  if (findReaderKey(cookies) === undefined) return false;
  return openForReader(article, { services, cookies, path: `/articles/${article.slug}` }).then(Boolean);
}
