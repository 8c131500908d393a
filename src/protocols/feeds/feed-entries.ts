import { changedOn } from '../../core/articles.ts';
import type { Urls } from '../../core/urls.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { Publication } from '../../library/publication.ts';

/** What every feed and listing is made from. Only public text: `articles` are those released at the moment of asking. */
export interface FeedSource {
  publication: Publication;
  urls: Urls;
  /** Newest first, withdrawn ones last. */
  articles: readonly PublicArticle[];
}

/** What a feed is of, when it is not of everything. */
export interface FeedChannel {
  title: string;
  subtitle: string;
  /** Of the feed itself. */
  path: string;
  /** Of the page that lists the same. */
  page: string;
}

/** Entries in a feed; older ones are in the article list and the site map. */
export const maxFeedEntries = 50;

/**
 * The newest articles, in the order of every list. That names withdrawn ones last, yet they count among the newest: who has one
 * already hears of it.
 */
export function listEntries(articles: readonly PublicArticle[]): PublicArticle[] {
  const byDate = (one: PublicArticle, other: PublicArticle) =>
    Number(one.date < other.date) - Number(one.date > other.date);
  const newest = new Set(articles.toSorted(byDate).slice(0, maxFeedEntries));
  return articles.filter((article) => newest.has(article));
}

/** RFC 3339 date-time of the newest change, for readers that poll. */
export function findLatestChange(articles: readonly PublicArticle[]): string | undefined {
  return articles.map(updatedAt).sort().at(-1);
}

/** RFC 3339 full-date of the newest change; undefined when there is no article. */
export function lastChangedOn(articles: readonly PublicArticle[]): string | undefined {
  return articles.map(changedOn).sort().at(-1);
}

/**
 * RFC 3339 date-time of the last change of one article. Only its day is known; two of one day should not have the same moment, as
 * some readers take such entries for one, so each has its own second of the first hour, always the same one.
 */
export function updatedAt(article: PublicArticle): string {
  let second = 0;
  for (const character of article.slug) second = (second * 31 + (character.codePointAt(0) ?? 0)) % 3_600;
  return new Date(Date.parse(toTimestamp(changedOn(article))) + second * 1_000).toISOString().replace('.000', '');
}

/** RFC 3339 full-date to date-time: midnight UTC. */
export function toTimestamp(fullDate: string): string {
  return `${fullDate}T00:00:00Z`;
}

/** What an article is about, in a line of a list. */
export function summarize({ retracted, description }: PublicArticle): string {
  return retracted ? `Retracted. ${description}` : description;
}

/** Text between the brackets of a markdown link. */
export function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&');
}

/** Said in every feed and file that carries a preview instead of an article. */
export function describeAccessOptions(article: PublicArticle, urls: Urls): string {
  return `This is the public preview: ${article.previewWords} of ${article.words} words. The rest needs a free demo key: ${urls.article(article.slug)}`;
}
