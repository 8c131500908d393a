import type { PublicArticle, Tier } from '../library/library.ts';
import { foldWords } from '../words/fold.ts';
import { type ListWords, listRequestWords } from '../words/list-words.ts';
import { groupArticles, selectArticles } from './article-groups.ts';
import { ofList } from './articles.ts';

/** A list of articles that a question requests, such as "all free articles by Ada Lovelace". */
export interface ArticleList {
  tier: Tier | undefined;
  tag: string | undefined;
  author: { id: string; name: string } | undefined;
  /** Path of the page that lists them. */
  path: string;
  /** Newest first. */
  articles: readonly PublicArticle[];
}

/** Maximum words of a request for a list. */
const maxWords = 16;

/** Folded names of authors and tags, as the words that a question would have. */
interface Names {
  authors: readonly { id: string; name: string; words: readonly string[] }[];
  tags: readonly { tag: string; words: readonly string[] }[];
}

/**
 * Reads a question as a request for a list: every word of it must be a filter or phrase one.
 * @returns undefined for every other question
 */
export function findArticleList(
  text: string,
  { released }: { released: readonly PublicArticle[] },
): ArticleList | undefined {
  if (text.length > 200) return undefined;
  const typed = foldWords(text);
  if (typed.length === 0 || typed.length > maxWords) return undefined;
  for (const words of listRequestWords) {
    const filters = readFilters(typed, words, () => listNames(released));
    if (filters) return listSelected(filters, released);
  }
  return undefined;
}

type Filters = Pick<ArticleList, 'tier' | 'tag' | 'author'>;

/** @returns undefined when a word of the question is neither a filter nor phrases one, or when it names no list */
function readFilters(typed: readonly string[], words: ListWords, names: () => Names): Filters | undefined {
  const tiers = new Set<Tier>();
  const authors = new Set<ArticleList['author']>();
  const tags = new Set<string>();
  let isList = false;
  let at = 0;
  while (at < typed.length) {
    const word = typed[at++] ?? '';
    const author = words.by.has(word) ? findNamed(names().authors, typed.slice(at)) : undefined;
    const tag = words.tagged.has(word) ? findNamed(names().tags, typed.slice(at)) : undefined;
    if (author) authors.add(author);
    if (tag) tags.add(tag.tag);
    at += (author ?? tag)?.words.length ?? 0;
    if (author || tag || words.articles.has(word) || words.newest.has(word)) isList = true;
    else if (words.free.has(word)) tiers.add('free');
    else if (words.paid.has(word)) tiers.add('paid');
    else if (!words.phrasing.has(word)) return undefined;
  }
  // No page lists the articles of two authors or tags.
  if (!isList || authors.size > 1 || tags.size > 1) return undefined;
  const [tier, otherTier] = tiers;
  return { tier: otherTier ? undefined : tier, tag: [...tags][0], author: [...authors][0] };
}

/** The one whose name, last name or ID comes first in the words. */
function findNamed<Named extends { words: readonly string[] }>(
  all: readonly Named[],
  typed: readonly string[],
): Named | undefined {
  return all
    .filter(({ words }) => words.every((word, at) => typed[at] === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
}

function listSelected({ tier, tag, author }: Filters, released: readonly PublicArticle[]): ArticleList {
  const articles = selectArticles(released, { tier, tag, author: author?.id });
  return { tier, tag, author, path: listPath({ tier, tag, author }), articles };
}

/** The page of exactly these articles: that of an author has all of them. */
function listPath({ tier, tag, author }: Filters): string {
  if (author && !tag && !tier) return `/authors/${encodeURIComponent(author.id)}`;
  return filteredListPath({ tier, tag, author: author?.id });
}

/** Path of the list of articles with some of its parameters; page 1 and absent filters are left out. */
export function filteredListPath(query: {
  page?: number | undefined;
  tier?: Tier | undefined;
  tag?: string | undefined;
  /** ID of an author. */
  author?: string | undefined;
}): string {
  const { page, tier, tag, author } = query;
  const parameters = new URLSearchParams();
  if (author) parameters.set('author', author);
  if (tag) parameters.set('tag', tag);
  if (tier) parameters.set('tier', tier);
  if (page && page > 1) parameters.set('page', String(page));
  return parameters.size > 0 ? `/articles?${parameters}` : '/articles';
}

const listNames = ofList((released): Names => {
  const authors = new Map(released.flatMap((article) => article.authors.map(({ id, name }) => [id, name] as const)));
  return {
    authors: [...authors].flatMap(([id, name]) => {
      const words = foldWords(name);
      return [words, words.slice(-1), foldWords(id)].map((each) => ({ id, name, words: each }));
    }),
    tags: [...groupArticles(released).tags.keys()].map((tag) => ({ tag, words: foldWords(tag) })),
  };
});
