import { findOriginal, listTranslations } from '../core/articles.ts';
import { sha256 } from '../library/digest.ts';
import type { PricingTier, PublicArticle } from '../library/library.ts';
import { findCloth } from './plate/plate.ts';

const digests = new WeakMap<PublicArticle, string>();

/** Digest of an article with its public text. */
function digestArticle(article: PublicArticle): string {
  const digest = digests.get(article) ?? sha256(JSON.stringify(article));
  digests.set(article, digest);
  return digest;
}

/**
 * Everything that the page of an article shows, apart from what is the same in all builds of the same software, settings and
 * `site.config.ts`: a page of an earlier build with the same inputs has the same bytes. A component of the page that reads something
 * else has to name it here.
 * @param about.released what the page may mention of other articles
 * @param about.pages names of the pages that the publication has
 */
export function listPageInputs(
  article: PublicArticle,
  about: {
    series: readonly PublicArticle[];
    related: readonly PublicArticle[];
    released: readonly PublicArticle[];
    tiers: readonly PricingTier[];
    image: { path: string; alt: string } | undefined;
    pages: ReadonlySet<string>;
  },
): readonly unknown[] {
  const { series, related, released, tiers, image, pages } = about;
  const describe = (shown: PublicArticle) => [digestArticle(shown), findCloth(shown, released)];
  const original = findOriginal(article, released)?.original;
  return [
    describe(article),
    series.map(describe),
    related.map(describe),
    listTranslations(article, released),
    original ? describe(original) : null,
    tiers,
    image ?? null,
    [...pages].toSorted(),
  ];
}
