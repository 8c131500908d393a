import { groupArticles, selectArticles } from '../../core/article-groups.ts';
import { ofList } from '../../core/articles.ts';
import type { PublicArticle, Tier } from '../../library/library.ts';

export const pageSize = 20;

/** The query of the list of articles. Anything invalid counts as absent: this is a page for people. */
export interface ListPageQuery {
  page: number;
  tier: Tier | undefined;
  tag: string | undefined;
  /** ID of an author. */
  author: string | undefined;
}

export function parseListQuery(parameters: URLSearchParams): ListPageQuery {
  const tier = parameters.get('tier');
  const page = /^[1-9]\d{0,5}$/.exec(parameters.get('page') ?? '')?.[0];
  return {
    page: Number(page ?? 1),
    tier: tier === 'free' || tier === 'paid' ? tier : undefined,
    tag: parameters.get('tag') || undefined,
    author: parameters.get('author') || undefined,
  };
}

export interface ListPage {
  articles: readonly PublicArticle[];
  total: number;
  page: number;
  pages: number;
}

/** One page of the released articles that match; a page past the end is the last one. */
export function selectPage(released: readonly PublicArticle[], { page, ...selection }: ListPageQuery): ListPage {
  const found = selectArticles(released, selection);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const shown = Math.min(page, pages);
  return {
    articles: found.slice((shown - 1) * pageSize, shown * pageSize),
    total: found.length,
    page: shown,
    pages,
  };
}

/** Tags by how many articles carry them, most first, ties by name. */
export const countTags: (released: readonly PublicArticle[]) => readonly { tag: string; count: number }[] = ofList(
  (released) =>
    [...groupArticles.tags(released)]
      .map(([tag, { length }]) => ({ tag, count: length }))
      .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag)),
);

const tagsShown = 10;

/** The tags of most articles, and the chosen one in any case: a phone's first screen is for articles. */
export function showTags(
  released: readonly PublicArticle[],
  chosen: string | undefined,
): { tag: string; count: number }[] {
  const most = countTags(released).slice(0, tagsShown);
  const shown = most.filter(({ tag, count }) => count > 1 || tag === chosen);
  if (chosen === undefined || shown.some(({ tag }) => tag === chosen)) return shown;
  const { length: count } = groupArticles.tags(released).get(chosen) ?? [];
  return count > 0 ? [...shown, { tag: chosen, count }] : shown;
}

/** Tags that lead from one article to another: a tag of one article leads nowhere, so lists do not show it. */
export const findSharedTags: (released: readonly PublicArticle[]) => ReadonlySet<string> = ofList(
  (released) => new Set([...groupArticles.tags(released)].flatMap(([tag, { length }]) => (length > 1 ? [tag] : []))),
);
