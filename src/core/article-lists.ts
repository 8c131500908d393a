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
  path: string;
  /** Newest first. */
  articles: readonly PublicArticle[];
}

/** A question for a list of articles, or for those of a list that are about a topic. */
export interface ListRequest {
  /** Absent when the request names no filter but a topic. */
  list?: ArticleList | undefined;
  /** The words that say what the articles are to be about; absent when all of the list are wanted. */
  topic: string | undefined;
}

/**
 * Maximum words of a request for a list, and of a topic before the word for articles ("free HTTP caching articles").
 */
const maxWords = 16;
const maxTopicWords = 3;
/** A last name alone may be any other word. */
const wordsOfFullName = 2;

type Author = NonNullable<ArticleList['author']>;

/** Finds authors and tags by the words of their names that a question may have. */
interface Names {
  findAuthor: FindNamed<Author>;
  findTag: FindNamed<string>;
}

/**
 * @param typed folded words of a question
 * @param least how many of them the name must have at least, by default 1
 * @returns what has the longest name that comes first in the words, and how many of them it is
 */
type FindNamed<Named> = (typed: readonly string[], least?: number) => { named: Named; length: number } | undefined;

/** A word as it was typed, and the words in it after folding: `what's` has two. */
interface TypedWord {
  text: string;
  folded: readonly string[];
}

/** The language in which a request is read, and what can be named in it. */
interface Reading {
  words: ListWords;
  names: () => Names;
}

/**
 * Reads a question as a request for a list: every word of it must be a filter or phrase one, apart from those of a
 * topic.
 * @returns undefined for every other question
 */
export function readListRequest(
  text: string,
  { released }: { released: readonly PublicArticle[] },
): ListRequest | undefined {
  if (text.length > 200) return undefined;
  const typed = text
    .split(/\s+/)
    .map((word): TypedWord => ({ text: word, folded: foldWords(word) }))
    .filter(({ folded }) => folded.length > 0);
  if (typed.length === 0 || typed.length > maxWords) return undefined;
  for (const words of listRequestWords) {
    const reading = { words, names: () => listNames(released) };
    const filters = readFilters(typed, reading);
    if (filters?.isList) return { list: listSelected(filters, released), topic: undefined };
    const about = readTopic(typed, reading) ?? readTopicBeforeNoun(typed, reading);
    if (about) return { list: isNarrow(about) ? listSelected(about, released) : undefined, topic: about.topic };
  }
  return undefined;
}

type Filters = Pick<ArticleList, 'tier' | 'tag' | 'author'>;

/**
 * @returns undefined when a word of the question is neither a filter nor phrases one, or when no page lists what it
 *   names
 */
function readFilters(
  words: readonly TypedWord[],
  { words: known, names }: Reading,
): (Filters & { isList: boolean }) | undefined {
  const folded = words.flatMap((word) => word.folded);
  const isCount = known.counting.every((word, at) => folded[at] === word);
  const typed = isCount ? folded.slice(known.counting.length) : folded;
  const tiers = new Set<Tier>();
  const authors = new Set<Author>();
  const tags = new Set<string>();
  let isList = false;
  let at = 0;
  while (at < typed.length) {
    const word = typed[at++] ?? '';
    const author = known.by.has(word) ? names().findAuthor(typed.slice(at)) : undefined;
    const tag = known.tagged.has(word) ? names().findTag(typed.slice(at)) : undefined;
    if (author) authors.add(author.named);
    if (tag) tags.add(tag.named);
    at += (author ?? tag)?.length ?? 0;
    if (author || tag || known.articles.has(word) || known.newest.has(word)) isList = true;
    else if (known.free.has(word)) tiers.add('free');
    else if (known.paid.has(word)) tiers.add('paid');
    else if (!known.phrasing.has(word)) {
      const named = names().findAuthor(typed.slice(at - 1), wordsOfFullName);
      if (!named) return undefined;
      authors.add(named.named);
      at += named.length - 1;
      isList = true;
    }
  }
  // No page lists the articles of two authors or tags.
  if (authors.size > 1 || tags.size > 1) return undefined;
  const [tier, otherTier] = tiers;
  return { tier: otherTier ? undefined : tier, tag: [...tags][0], author: [...authors][0], isList };
}

/** "free articles about caching by Ada Lovelace": filters before and after a topic that a word introduces. */
function readTopic(typed: readonly TypedWord[], reading: Reading): (Filters & { topic: string }) | undefined {
  const { about } = reading.words;
  const at = typed.findIndex((word) => isOneOf(about, word));
  const before = at > 0 ? readFilters(typed.slice(0, at), reading) : undefined;
  if (!before?.isList) return undefined;
  // "zum Thema" are two words that introduce one.
  const start = typed.findIndex((word, place) => place > at && !isOneOf(about, word));
  if (start < 0) return undefined;
  for (let end = start + 1; end <= typed.length; end++) {
    const after = readFilters(typed.slice(end), reading);
    const isFilter = after?.isList || end === typed.length;
    if (after && isFilter) return { ...join(before, after), topic: joinWords(typed.slice(start, end)) };
  }
  return undefined;
}

/** "free caching articles": a topic of a few words between a filter and the word for articles. */
function readTopicBeforeNoun(typed: readonly TypedWord[], reading: Reading): (Filters & { topic: string }) | undefined {
  const { articles } = reading.words;
  const noun = typed.findIndex((word) => isOneOf(articles, word));
  const after = noun > 0 ? readFilters(typed.slice(noun), reading) : undefined;
  if (!after) return undefined;
  for (let start = Math.max(0, noun - maxTopicWords); start < noun; start++) {
    const topic = typed.slice(start, noun);
    if (topic.some((word) => readFilters([word], reading))) continue;
    const before = readFilters(typed.slice(0, start), reading);
    const filters = before && join(before, after);
    if (filters && isNarrow(filters)) return { ...filters, topic: joinWords(topic) };
  }
  return undefined;
}

function isOneOf(known: ReadonlySet<string>, { folded }: TypedWord): boolean {
  return folded.every((word) => known.has(word));
}

function joinWords(words: readonly TypedWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

function join(one: Filters, other: Filters): Filters {
  return { tier: one.tier ?? other.tier, tag: one.tag ?? other.tag, author: one.author ?? other.author };
}

function isNarrow({ tier, tag, author }: Filters): boolean {
  return tier !== undefined || tag !== undefined || author !== undefined;
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
  const authors = new Map<string, Author>();
  for (const article of released) for (const { id, name } of article.authors) authors.set(id, { id, name });
  const tags = [...groupArticles.tags(released).keys()];
  return {
    findAuthor: indexNames(
      [...authors.values()].flatMap((author) => {
        const words = foldWords(author.name);
        return [words, words.slice(-1), foldWords(author.id)].map((each) => ({ words: each, named: author }));
      }),
    ),
    findTag: indexNames(tags.map((tag) => ({ words: foldWords(tag), named: tag }))),
  };
});

/** Every question is looked through for names, and a large library has tens of thousands. */
function indexNames<Named>(names: readonly { words: readonly string[]; named: Named }[]): FindNamed<Named> {
  const byWords = new Map<string, Named>();
  let longest = 0;
  for (const { words, named } of names) {
    const text = words.join(' ');
    if (!byWords.has(text)) byWords.set(text, named);
    longest = Math.max(longest, words.length);
  }
  return (typed, least = 1) => {
    for (let length = Math.min(longest, typed.length); length >= least; length--) {
      const named = byWords.get(typed.slice(0, length).join(' '));
      if (named !== undefined) return { named, length };
    }
    return undefined;
  };
}
