import type { PublicArticle } from '../../content/library.ts';

/** Only the newest of a crowded tag are compared, so that a large library builds in linear time. */
const newestPerTag = 100;
const nextCount = 3;

interface Shelf {
  tags: ReadonlyMap<string, readonly PublicArticle[]>;
  series: ReadonlyMap<string, readonly PublicArticle[]>;
}

/** By the list it was made from: the catalogue hands out a new one only when something was released. */
const shelves = new WeakMap<object, Shelf>();

function openShelf(released: readonly PublicArticle[]): Shelf {
  const known = shelves.get(released);
  if (known) return known;
  const tags = new Map<string, PublicArticle[]>();
  const series = new Map<string, PublicArticle[]>();
  for (const article of released) {
    for (const tag of article.tags) {
      const tagged = tags.get(tag) ?? [];
      if (tagged.length < newestPerTag) tagged.push(article);
      tags.set(tag, tagged);
    }
    if (article.series) series.set(article.series.id, [...(series.get(article.series.id) ?? []), article]);
  }
  for (const parts of series.values()) parts.sort((a, b) => (a.series?.part ?? 0) - (b.series?.part ?? 0));
  const shelf = { tags, series };
  shelves.set(released, shelf);
  return shelf;
}

/**
 * What to read next: the articles that share the rarest tags with this one, then the newest.
 * @param released newest first
 */
export function relateArticles(article: PublicArticle, released: readonly PublicArticle[]): PublicArticle[] {
  const { tags } = openShelf(released);
  const scores = new Map<PublicArticle, number>();
  for (const tag of article.tags) {
    const sharing = tags.get(tag) ?? [];
    for (const other of sharing) {
      if (other.slug !== article.slug) scores.set(other, (scores.get(other) ?? 0) + 1 / sharing.length);
    }
  }
  // One walk instead of a sort: this runs once for each article of the library.
  const best: { other: PublicArticle; score: number }[] = [];
  for (const [other, score] of scores) {
    const worst = best.at(-1);
    if (best.length === nextCount && worst && !isBefore({ other, score }, worst)) continue;
    best.push({ other, score });
    best.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    best.length = Math.min(best.length, nextCount);
  }
  const newest = released.slice(0, nextCount + 1).filter((other) => other.slug !== article.slug);
  return [...new Set([...best.map(({ other }) => other), ...newest])].slice(0, nextCount);
}

function isBefore(a: { other: PublicArticle; score: number }, b: { other: PublicArticle; score: number }): boolean {
  if (a.score !== b.score) return a.score > b.score;
  if (a.other.date !== b.other.date) return a.other.date > b.other.date;
  return a.other.slug < b.other.slug;
}

/** The released parts of the article's series in order, itself included; empty without a series. */
export function findSeries(article: PublicArticle, released: readonly PublicArticle[]): readonly PublicArticle[] {
  return (article.series && openShelf(released).series.get(article.series.id)) ?? [];
}
