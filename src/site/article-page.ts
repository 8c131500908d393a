import { findOriginal, listTranslations } from '../core/articles.ts';
import { digestStored } from '../library/article-rows.ts';
import type { PublicArticle } from '../library/library.ts';
import { listBuiltRecords, readCatalogue, readLibrary } from './library-access.ts';
import { findSeries } from './lists/neighbours.ts';
import { relateArticles } from './lists/related.ts';
import { findCloth } from './plate/cloth.ts';
import { cardImage } from './social-images/cards.ts';

/** The facts that the prerendered page of an article shows beside the article itself. */
export function readArticlePage(article: PublicArticle) {
  return {
    series: findSeries(article, readCatalogue().list()),
    related: relateArticles(article),
    tiers: readLibrary().tiers,
    image: cardImage(article),
  };
}

const digests = new WeakMap<PublicArticle, string>();

/** An article is among those that others name, so it is read once. */
function digestArticle(article: PublicArticle): string {
  const digest = digests.get(article) ?? digestStored(article);
  digests.set(article, digest);
  return digest;
}

/**
 * Everything that the prerendered page of an article shows, and that its other prebuilt responses say, apart from what
 * is the same in all builds of the same software, settings and `site.config.ts`: those of an earlier build with the
 * same inputs have the same bytes. A component of the page, or a response, that reads something else has to name it
 * here.
 */
export function listPageInputs(article: PublicArticle): readonly unknown[] {
  const { series, related, tiers, image } = readArticlePage(article);
  // The others that the page may mention.
  const released = readCatalogue().list();
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
    listBuiltRecords(article) ?? article.versionName,
    readLibrary()
      .pages.map(({ name }) => name)
      .toSorted(),
  ];
}
