import type { PublicArticle, PublicLibrary } from '../content/library/library.ts';

/** The released part of the library at a moment. The only door to articles: a withheld article is not behind it. */
export interface Catalogue {
  /** Newest first, ties by slug, withdrawn ones last. */
  list(): readonly PublicArticle[];
  find(slug: string): PublicArticle | undefined;
  isVisible(slug: string): boolean;
  /** Epoch milliseconds when `list` will next change; undefined when nothing is waiting. */
  nextReleaseAt(): number | undefined;
}

/**
 * @param now epoch milliseconds; asked at every call, so a scheduled article appears without a rebuild or restart.
 */
export function createCatalogue(library: Pick<PublicLibrary, 'articles'>, now: () => number): Catalogue {
  const bySlug = new Map(library.articles.map((article) => [article.slug, article]));
  let released: { list: readonly PublicArticle[]; until: number } | undefined;

  const isOut = (article: PublicArticle, at: number) => article.releaseAt === null || article.releaseAt <= at;

  function releaseAll(at: number) {
    const waiting = library.articles.flatMap((article) => (isOut(article, at) ? [] : [article.releaseAt ?? at]));
    return { list: library.articles.filter((article) => isOut(article, at)), until: Math.min(...waiting) };
  }

  return {
    list() {
      const at = now();
      if (!released || at >= released.until) released = releaseAll(at);
      return released.list;
    },
    find(slug) {
      const article = bySlug.get(slug);
      return article && isOut(article, now()) ? article : undefined;
    },
    isVisible(slug) {
      return this.find(slug) !== undefined;
    },
    nextReleaseAt() {
      this.list();
      return released && Number.isFinite(released.until) ? released.until : undefined;
    },
  };
}
