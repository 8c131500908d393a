import type { PublicArticle } from '../../content/library.ts';

/** Only the newest of a crowded tag are compared, so that a large library builds in linear time. */
const newestPerTag = 200;
const nextCount = 3;

let byTag: { of: readonly PublicArticle[]; tags: Map<string, PublicArticle[]> } | undefined;

function groupByTag(articles: readonly PublicArticle[]): Map<string, PublicArticle[]> {
  if (byTag?.of === articles) return byTag.tags;
  const tags = new Map<string, PublicArticle[]>();
  for (const article of articles) {
    for (const tag of article.tags) tags.set(tag, [...(tags.get(tag)?.slice(0, newestPerTag) ?? []), article]);
  }
  byTag = { of: articles, tags };
  return tags;
}

/** What to read next: the articles that share the rarest tags with this one, then the newest. */
export function relateArticles(article: PublicArticle, released: readonly PublicArticle[]): PublicArticle[] {
  const tags = groupByTag(released);
  const scores = new Map<PublicArticle, number>();
  for (const tag of article.tags) {
    const sharing = tags.get(tag) ?? [];
    for (const other of sharing) {
      if (other.slug !== article.slug) scores.set(other, (scores.get(other) ?? 0) + 1 / sharing.length);
    }
  }
  const related = [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
    .map(([other]) => other);
  const newest = released.slice(0, nextCount + 1).filter((other) => other.slug !== article.slug);
  return [...new Set([...related, ...newest])].slice(0, nextCount);
}

/** The released parts of the article's series in order, itself included; empty without a series. */
export function findSeries(article: PublicArticle, released: readonly PublicArticle[]): PublicArticle[] {
  const { series } = article;
  if (!series) return [];
  return released
    .filter((other) => other.series?.id === series.id)
    .sort((a, b) => (a.series?.part ?? 0) - (b.series?.part ?? 0));
}
