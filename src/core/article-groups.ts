import type { PublicArticle, Tier } from '../library/library.ts';
import { changedOn, ofList } from './articles.ts';

/**
 * Articles by tag, author, series and tier, each in the order of the list. Each kind is computed once for each list,
 * when it is needed: all of 100,000 articles would delay other requests by 50 ms.
 */
export const groupArticles = {
  tags: ofList((articles) => groupByEach(articles, ({ tags }) => tags)),
  authors: ofList((articles) => groupByEach(articles, ({ authors }) => authors.map(({ id }) => id))),
  series: ofList((articles) => groupByEach(articles, ({ series }) => (series ? [series.id] : []))),
  tiers: ofList((articles) => groupByEach(articles, ({ tier }) => [tier])),
};

/** The groups that have a page each. */
export type GroupKind = 'tags' | 'authors' | 'series';

/** The title of a group, as one of its articles has it: a tag, or the name of an author or of a series. */
export function groupTitle(kind: GroupKind, id: string, { authors, series }: PublicArticle): string {
  if (kind === 'tags') return id;
  const title = kind === 'series' ? series?.title : authors.find((author) => author.id === id)?.name;
  return title ?? id;
}

/** Properties of articles; undefined asks for nothing. `author` is an ID. */
interface Selection {
  tier?: Tier | undefined;
  tag?: string | undefined;
  author?: string | undefined;
}

/** The properties that the articles of a search must have: plain data, which can be sent to another thread. */
export interface ArticleFilter extends Selection {
  /** BCP 47 tag. */
  language?: string | undefined;
  /** RFC 3339 full-date of the earliest last change. */
  changedSince?: string | undefined;
}

/** Does an article have all the given properties? */
export function passesFilter(article: PublicArticle, filter: ArticleFilter): boolean {
  const { tier, tag, author, language, changedSince } = filter;
  return (
    (tier === undefined || article.tier === tier) &&
    (tag === undefined || article.tags.includes(tag.normalize('NFC'))) &&
    (author === undefined || article.authors.some(({ id }) => id === author)) &&
    (language === undefined || article.language === language) &&
    (changedSince === undefined || changedOn(article) >= changedSince)
  );
}

/** The articles that have all the given properties, in the order of the list. */
export function selectArticles(articles: readonly PublicArticle[], selection: Selection): readonly PublicArticle[] {
  const { tier, tag, author } = selection;
  const { tags, authors, tiers } = groupArticles;
  const lists = [
    ...(author === undefined ? [] : [authors(articles).get(author) ?? []]),
    ...(tag === undefined ? [] : [tags(articles).get(tag.normalize('NFC')) ?? []]),
    ...(tier === undefined ? [] : [tiers(articles).get(tier) ?? []]),
  ].sort((one, other) => one.length - other.length);
  const [shortest = articles, ...others] = lists;
  if (others.length === 0) return shortest;
  return shortest.filter((article) => passesFilter(article, selection));
}

function groupByEach(
  articles: readonly PublicArticle[],
  keysOf: (article: PublicArticle) => readonly string[],
): ReadonlyMap<string, readonly PublicArticle[]> {
  const groups = new Map<string, PublicArticle[]>();
  for (const article of articles) {
    for (const key of new Set(keysOf(article))) {
      const group = groups.get(key);
      if (group) group.push(article);
      else groups.set(key, [article]);
    }
  }
  return groups;
}
