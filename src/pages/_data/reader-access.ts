import type { AstroCookies } from 'astro';
import type { PublicArticle, SoldArticle } from '../../content/library/library.ts';
import { decideAccess } from '../../core/access/access.ts';
import type { Services } from '../../core/services.ts';
import { findReaderKey } from './reader-cookie.ts';

/** The whole of a paid article for the reader at this browser; undefined when her cookie does not open it. */
export async function openForReader(
  article: PublicArticle,
  { services, cookies }: { services: Services; cookies: AstroCookies },
): Promise<SoldArticle | undefined> {
  const key = findReaderKey(cookies);
  const access = decideAccess(article, await services.identify(key ? `Bearer ${key}` : null));
  return access.kind === 'granted' ? services.shelf.read(access.entitlement) : undefined;
}

/** On every answer that depends on the reader's cookie, whatever it says. */
export const readerHeaders = { 'cache-control': 'private, no-store', vary: 'Cookie' } as const;
