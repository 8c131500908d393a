import type { WithdrawnArticle } from '../library/library.ts';
import { ServiceError } from './service-error.ts';
import type { Services } from './services.ts';

/** The response for an article that was removed. */
export interface Withdrawal {
  /** RFC 3339 full-date. */
  date: string;
  reason: string;
  /** URL of what to read instead. */
  replacement: string | null;
}

/** Names on the page of a removed article. */
interface WithdrawnPage {
  url: string;
  /** Undefined for a replacement on another site. */
  replacementTitle: string | undefined;
}

/** The error response for an article that its publisher removed (RFC 9110 section 15.5.11). */
export class ArticleWithdrawn extends ServiceError {
  readonly withdrawal: Withdrawal;
  readonly page: WithdrawnPage | undefined;

  constructor(withdrawal: Withdrawal, page?: WithdrawnPage) {
    const { date, reason, replacement } = withdrawal;
    const stop = /[.?!]$/.test(reason) ? '' : '.';
    super('article_withdrawn', `On ${date}: ${reason}${stop}${replacement ? ` Read ${replacement} instead.` : ''}`);
    this.withdrawal = withdrawal;
    this.page = page;
  }
}

type Needs = Pick<Services, 'catalogue' | 'urls'>;

/**
 * Why no article is found under a name.
 * @returns article_withdrawn for one that was removed; undefined for one that never was
 */
export function findWithdrawal(services: Needs, name: string): ArticleWithdrawn | undefined {
  const article = services.catalogue.findWithdrawn(name);
  return article && describeWithdrawal(services, article);
}

/** The error response for a removed article. */
export function describeWithdrawal({ catalogue, urls }: Needs, article: WithdrawnArticle): ArticleWithdrawn {
  const { date, reason, replacement } = article;
  const isUrl = replacement?.includes(':');
  const slug = replacement && !isUrl ? catalogue.presentSlug(replacement) : null;
  // An article that is not released yet is named nowhere.
  const here = slug ? catalogue.find(slug) : undefined;
  const page = { url: urls.article(article.slug), replacementTitle: here?.title };
  return new ArticleWithdrawn(
    { date, reason, replacement: here ? urls.article(here.slug) : isUrl ? replacement : null },
    page,
  );
}
