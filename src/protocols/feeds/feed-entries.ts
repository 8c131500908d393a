import type { Urls } from '../../contract/urls.ts';
import { changedOn, ofList } from '../../core/articles.ts';
import { determineStanding } from '../../core/standing.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { Publication } from '../../library/publication-settings.ts';

/** The source of every feed and listing. Public text only: `articles` are those that are released now. */
export interface FeedSource {
  publication: Publication;
  urls: Urls;
  /** Newest first, withdrawn ones last. */
  articles: readonly PublicArticle[];
}

/** The subject of a feed that does not contain everything. */
export interface FeedChannel {
  title: string;
  subtitle: string;
  /** URL of the feed itself. */
  path: string;
  /** URL of the page that lists the same articles. */
  page: string;
}

/** Entries in a feed; older ones are in the article list and the site map. */
export const maxFeedEntries = 50;
/** Entries with their text: a reader that polls has the older ones, and an agent reads what it needs by its URL. */
const maxFullEntries = 10;

function selectNewest(articles: readonly PublicArticle[], count: number): Set<PublicArticle> {
  const byDate = (one: PublicArticle, other: PublicArticle) =>
    Number(one.date < other.date) - Number(one.date > other.date);
  // An article that is older than all of so many others is not among the newest, so most need no sorting.
  const oldest = articles.slice(0, count).reduce((least, { date }) => (date < least ? date : least), '9999');
  return new Set(
    articles
      .filter(({ date }) => date >= oldest)
      .sort(byDate)
      .slice(0, count),
  );
}

/**
 * The newest articles, in the order of every list. Lists put withdrawn articles last, but here they count among the
 * newest, so that subscribers who have one learn of its withdrawal. The newest ten are full entries.
 */
export function listEntries(articles: readonly PublicArticle[]): { article: PublicArticle; isFull: boolean }[] {
  const newest = selectNewest(articles, maxFeedEntries);
  const full = selectNewest(articles, maxFullEntries);
  return articles.filter((article) => newest.has(article)).map((article) => ({ article, isFull: full.has(article) }));
}

/** RFC 3339 date-time of the newest change, for readers that poll. */
export function findLatestChange(articles: readonly PublicArticle[]): string | undefined {
  const day = lastChangedOn(articles);
  const changed = articles.values().filter((article) => changedOn(article) === day);
  return findGreatest(changed.map(updatedAt));
}

/** RFC 3339 full-date of the latest change; undefined without articles. */
export function lastChangedOn(articles: readonly PublicArticle[]): string | undefined {
  return lastChange(articles).day;
}

const lastChange = ofList((articles) => ({ day: findGreatest(articles.values().map(changedOn)) }));

function findGreatest(texts: Iterable<string>): string | undefined {
  let greatest: string | undefined;
  for (const text of texts) if (greatest === undefined || text > greatest) greatest = text;
  return greatest;
}

/**
 * RFC 3339 date-time of the last change of one article. Only its day is known; two of one day should not have the same
 * moment, as some readers take such entries for one, so each has its own second of the first hour, always the same one.
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

/** The topics of an article and whether it still stands, in one line of a list. */
export function summarize(article: PublicArticle): string {
  const { standing, since } = determineStanding(article);
  if (standing === 'withdrawn') return `Retracted on ${since}. ${article.description}`;
  return standing === 'corrected' ? `Corrected ${since}. ${article.description}` : article.description;
}

/** Text between the brackets of a markdown link. */
export function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&');
}

/** Said in every feed and file that carries a preview instead of an article. */
export function describeAccessOptions(article: PublicArticle, urls: Urls): string {
  return `This is the public preview: ${article.previewWords} of ${article.words} words. The rest needs a free demo key: ${urls.article(article.slug)}`;
}
