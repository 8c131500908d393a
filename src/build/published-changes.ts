import { publicDigest } from '../core/article-fingerprint.ts';
import type { PublicArticle } from '../library/library.ts';

/** Articles of one release by slug. `version` is another text when anything a reader would notice is another. */
export type ReleaseSnapshot = ReadonlyMap<string, { version: string; releaseAt: number | null }>;

/** @param paid digests of the paid text by slug, which are not part of an article's public facts */
export function snapshotRelease(
  articles: readonly PublicArticle[],
  paid: ReadonlyMap<string, string>,
): ReleaseSnapshot {
  return new Map(
    articles.map((article) => {
      const { slug, releaseAt } = article;
      return [slug, { version: `${publicDigest(article)} ${paid.get(slug)} ${releaseAt}`, releaseAt }];
    }),
  );
}

/**
 * The changes of one release for readers, one line per article; a scheduled one names its release time.
 * @param about.now epoch milliseconds
 */
export function describeChanges(
  before: ReleaseSnapshot,
  after: ReleaseSnapshot,
  about: { now: number; baseUrl: string },
): string {
  const lines = [...after].flatMap(([slug, { version, releaseAt }]) => {
    const old = before.get(slug);
    if (old?.version === version) return [];
    const waits =
      releaseAt !== null && releaseAt > about.now ? `, is released at ${new Date(releaseAt).toISOString()}` : '';
    return [`  ${old ? 'changed' : 'new'}: ${about.baseUrl}/articles/${slug}${waits}\n`];
  });
  const gone = [...before.keys()].filter((slug) => !after.has(slug));
  lines.push(...gone.map((slug) => `  no longer there: ${about.baseUrl}/articles/${slug}\n`));
  return lines.length > 0 ? lines.join('') : 'No article changed.\n';
}
