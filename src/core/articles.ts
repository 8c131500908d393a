import type { PublicArticle, PublicLibrary, WithdrawnArticle } from '../library/library.ts';

/** RFC 3339 full-date of the last change that its author names; to withdraw it is one. */
export function changedOn({ updated, date, retracted }: Pick<PublicArticle, 'updated' | 'date' | 'retracted'>): string {
  const changed = updated ?? date;
  return retracted && retracted.date > changed ? retracted.date : changed;
}

/** `Ada Lovelace, Charles Babbage`. */
export function nameAuthors({ authors }: Pick<PublicArticle, 'authors'>): string {
  return authors.map(({ name }) => name).join(', ');
}

/** Path of the section that has the finding of an article. */
export function findingPath({ slug, finding }: Pick<PublicArticle, 'slug' | 'finding'>): string {
  return `/articles/${slug}${finding?.sectionId ? `#${encodeURIComponent(finding.sectionId)}` : ''}`;
}

interface Translation {
  slug: string;
  title: string;
  language: string;
}

/** Lists an article in every language that it has, itself included; empty for an article without translations. */
export function listTranslations(
  { slug, translationOf }: Pick<PublicArticle, 'slug' | 'translationOf'>,
  articles: readonly PublicArticle[],
): Translation[] {
  const found = groupTranslations(articles).get(translationOf ?? slug) ?? [];
  return found.map(({ slug, title, language }) => ({ slug, title, language }));
}

/** Articles in more than one language, by the slug of the original. */
const groupTranslations = ofList((articles) => {
  const originals = new Set(articles.flatMap(({ translationOf }) => translationOf ?? []));
  const groups = new Map([...originals].map((slug): [string, PublicArticle[]] => [slug, []]));
  for (const article of articles) {
    groups.get(article.slug)?.push(article);
    if (article.translationOf !== null) groups.get(article.translationOf)?.push(article);
  }
  return new Map([...groups].filter(([, { length }]) => length > 1));
});

/** Finds the original of a translation, and whether it changed on a later day than the translation. */
export function findOriginal(
  article: PublicArticle,
  articles: readonly PublicArticle[],
): { original: PublicArticle; isBehind: boolean } | undefined {
  const original =
    article.translationOf === null ? undefined : articles.find(({ slug }) => slug === article.translationOf);
  return original && { original, isBehind: changedOn(article) < changedOn(original) };
}

/** The released part of the library at a moment. The only way to reach an article: withheld articles are not in it. */
export interface Catalogue {
  /** Newest first, ties by slug, withdrawn ones last. */
  list(): readonly PublicArticle[];
  find(slug: string): PublicArticle | undefined;
  isVisible(slug: string): boolean;
  findById(id: string): PublicArticle | undefined;
  /** Is this the id of an article, released or not, or removed? */
  hasId(id: string): boolean;
  /** Returns the present slug for a former slug of a released article, and any other name unchanged. */
  presentSlug(name: string): string;
  /** The removed article that has or had this slug. */
  findWithdrawn(name: string): WithdrawnArticle | undefined;
  findWithdrawnById(id: string): WithdrawnArticle | undefined;
  /** Milliseconds until `list` changes next; Infinity when nothing is waiting. */
  unchangedFor(): number;
}

/**
 * @param now epoch milliseconds; read at every call, so a scheduled article appears without a rebuild or restart.
 */
export function createCatalogue(library: Pick<PublicLibrary, 'articles' | 'withdrawn'>, now: () => number): Catalogue {
  const bySlug = new Map(library.articles.map((article) => [article.slug, article]));
  /** Articles whose ID is not their slug, by ID. */
  const renamed = new Map(
    library.articles.flatMap((article) => (article.id === article.slug ? [] : [[article.id, article] as const])),
  );
  // An ID that is not a slug is the former name of a renamed article. A name in use belongs to the article that uses
  // it.
  const presentSlugs = new Map<string, string>();
  for (const { id, aliases, slug } of library.articles)
    for (const name of [...aliases, id]) if (!bySlug.has(name)) presentSlugs.set(name, slug);
  // The slug of one may be a former name of another: it leads to the one that has it.
  const withdrawn = new Map([
    ...library.withdrawn.flatMap((article) => article.formerSlugs.map((name) => [name, article] as const)),
    ...library.withdrawn.map((article) => [article.slug, article] as const),
  ]);
  const withdrawnById = new Map(library.withdrawn.map((article) => [article.id, article]));
  /** Release times of scheduled articles: a request reads only these, and no fact of another article. */
  const scheduled = new Map(
    library.articles.flatMap((article) => (article.releaseAt === null ? [] : [[article, article.releaseAt] as const])),
  );
  /** The earliest first. */
  const releases = [...scheduled.values()].toSorted((one, other) => one - other);
  let released: { list: readonly PublicArticle[]; since: number; until: number } | undefined;

  const isReleasedAt = (article: PublicArticle, at: number) => (scheduled.get(article) ?? at) <= at;

  function ofId(id: string): PublicArticle | undefined {
    const article = bySlug.get(id);
    return renamed.get(id) ?? (article?.id === id ? article : undefined);
  }

  const ifReleased = (article: PublicArticle | undefined) =>
    article && isReleasedAt(article, now()) ? article : undefined;

  function releaseAll(at: number) {
    return {
      list: library.articles.filter((article) => isReleasedAt(article, at)),
      since: releases.findLast((moment) => moment <= at) ?? Number.NEGATIVE_INFINITY,
      until: releases.find((moment) => moment > at) ?? Number.POSITIVE_INFINITY,
    };
  }

  function releasedAt(at: number) {
    // A clock that is set back withdraws what was released since.
    if (!released || at >= released.until || at < released.since) released = releaseAll(at);
    return released;
  }

  return {
    list: () => releasedAt(now()).list,
    find: (slug) => ifReleased(bySlug.get(slug)),
    findById: (id) => ifReleased(ofId(id)),
    hasId: (id) => ofId(id) !== undefined || withdrawnById.has(id),
    isVisible(slug) {
      return this.find(slug) !== undefined;
    },
    presentSlug(name) {
      const slug = presentSlugs.get(name);
      return slug !== undefined && this.isVisible(slug) ? slug : name;
    },
    findWithdrawn: (name) => (bySlug.has(name) ? undefined : withdrawn.get(name)),
    findWithdrawnById: (id) => withdrawnById.get(id),
    unchangedFor() {
      const at = now();
      return releasedAt(at).until - at;
    },
  };
}

/**
 * Computes something of a list of articles once for each list: the catalogue returns another list only when an article
 * is released.
 * @param compute may need more than the list: other parts of the release that it is of
 * @returns the same value for the same list, while the list is in use
 */
export function ofList<Value extends object, Rest extends unknown[] = []>(
  compute: (articles: readonly PublicArticle[], ...rest: Rest) => Value,
): (articles: readonly PublicArticle[], ...rest: Rest) => Value {
  const known = new WeakMap<readonly PublicArticle[], Value>();
  return (articles, ...rest) => {
    const found = known.get(articles);
    if (found) return found;
    const value = compute(articles, ...rest);
    known.set(articles, value);
    return value;
  };
}
