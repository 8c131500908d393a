import type { APIContext } from 'astro';
import { readReadableText } from '../core/access/readable-text.ts';
import { determineStanding, type Standing } from '../core/standing.ts';
import type { Body, PublicArticle } from '../library/library.ts';
import type { VersionRecord } from '../library/versions.ts';
import { identifyFileCaller, privateHeaders } from './paid-file.ts';

/** One text of an article, as far as the reader at this browser may read it. */
export interface ReadableVersion {
  /** As it was published. */
  article: PublicArticle;
  present: PublicArticle;
  version: VersionRecord;
  body: Body;
  isWhole: boolean;
  standing: Standing;
}

/** A free text is the same for all readers; of a paid one each reads as much as the key opens. */
export function cacheHeaders({ article }: ReadableVersion): Readonly<Record<string, string>> {
  if (article.tier === 'paid') return privateHeaders;
  return { 'cache-control': 'public, max-age=300', vary: 'Accept, Accept-Encoding' };
}

/** @returns undefined when the article, or a text with this name, does not exist */
export async function readVersion(context: APIContext, name: string): Promise<ReadableVersion | undefined> {
  const { services } = context.locals;
  const present = services.catalogue.find(context.params.slug ?? '');
  if (!present) return undefined;
  const texts = services.versions.list(present);
  const caller = await identifyFileCaller(context, `/articles/${present.slug}`);
  const text = await readReadableText(services, { article: present, name }, caller);
  return text && { ...text, present, standing: determineStanding(present, { texts, version: text.version }) };
}
