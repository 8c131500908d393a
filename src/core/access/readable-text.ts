import type { PublicArticle } from '../../library/library.ts';
import { openArticle } from './access.ts';
import type { GrantedAccess } from './access-decision.ts';
import type { Caller } from './caller.ts';

/** The part of a published text that a caller may read. */
export interface ReadableText extends Pick<GrantedAccess, 'article' | 'version' | 'body' | 'contentDigest'> {
  /** Is `body` the complete text, not the public part of a paid one? */
  isWhole: boolean;
}

/**
 * Reads as much of a text as a caller may read.
 * @param about.article the present text
 * @param about.name name or digest of the version
 * @returns undefined when the article has no such version
 */
export async function readReadableText(
  services: Parameters<typeof openArticle>[0],
  { article, name }: { article: PublicArticle; name: string },
  caller: Caller,
): Promise<ReadableText | undefined> {
  const decision = await openArticle(services, article.slug, { caller, version: name });
  if (decision.kind === 'opened') return { ...decision, isWhole: true };
  const version = services.versions.list(article).find((record) => record.name === name);
  if (!version) return undefined;
  // All readers saw this part when it was published.
  const published = name === article.versionName ? article : await services.versions.read(version);
  return { article: published, version, body: published.body, contentDigest: null, isWhole: false };
}
