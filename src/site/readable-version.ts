import type { APIContext } from 'astro';
import { openArticle } from '../core/access/access.ts';
import { determineStanding, type Standing } from '../core/standing.ts';
import type { Body, PublicArticle } from '../library/library.ts';
import type { VersionRecord } from '../library/versions.ts';
import { identifyFileCaller } from './paid-file.ts';

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

/** @returns undefined when the article, or a text with this name, does not exist */
export async function readVersion(context: APIContext, name: string): Promise<ReadableVersion | undefined> {
  const { services } = context.locals;
  const present = services.catalogue.find(context.params.slug ?? '');
  if (!present) return undefined;
  const texts = services.versions.list(present);
  const caller = await identifyFileCaller(context, `/articles/${present.slug}`);
  const opening = await openArticle(services, present.slug, { caller, version: name });
  if (opening.kind === 'opened') {
    const { article, version, body } = opening;
    return { article, present, version, body, isWhole: true, standing: determineStanding(present, { texts, version }) };
  }
  const version = texts.find((record) => record.name === name);
  if (!version) return undefined;
  // The public part of this version, as all readers saw it when it was published.
  const article = version.name === present.versionName ? present : await services.versions.read(version);
  const standing = determineStanding(present, { texts, version });
  return { article, present, version, body: article.body, isWhole: false, standing };
}
