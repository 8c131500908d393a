import type { Urls } from '../contract/urls.ts';
import { nameAuthors } from '../core/articles.ts';
import { publication } from '../library/current-publication.ts';
import type { PublicArticle } from '../library/library.ts';
import { words } from './page-context.ts';

/** Data for the script that cites or reports a selected passage, as attributes of the text. */
export function citeData(article: Pick<PublicArticle, 'slug' | 'title' | 'authors' | 'versionName'>, urls: Urls) {
  return {
    'data-version': urls.version(article.slug, article.versionName),
    'data-name': article.versionName,
    'data-title': article.title,
    'data-author': nameAuthors(article),
    'data-mail': publication.publisher.email,
    'data-selection': words.quotes.selection,
    'data-copy-quote': words.quotes.copyQuote,
    'data-report': words.quotes.reportProblem,
    'data-label': words.quotes.version,
  };
}
