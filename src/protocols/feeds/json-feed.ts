import { determineStanding } from '../../core/standing.ts';
import { toWireStanding } from '../wire-record.ts';
import {
  describeAccessOptions,
  type FeedSource,
  listEntries,
  summarize,
  toTimestamp,
  updatedAt,
} from './feed-entries.ts';
import { renderFeedHtml } from './feed-html.ts';

/**
 * JSON Feed 1.1 of the newest articles; `_article` says tier and words, so that a reader knows what is only a preview.
 */
export function renderJsonFeed({ publication, urls, articles }: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: publication.name,
    description: publication.description,
    home_page_url: urls.home,
    feed_url: urls.at('/feed.json'),
    icon: urls.at(publication.looks.logo ?? '/icon.svg'),
    language: publication.language,
    authors: [{ name: publication.publisher.name, url: urls.at('/why') }],
    items: listEntries(articles).map(({ article, isFull }) => {
      const url = urls.article(article.slug);
      return {
        id: url,
        url,
        title: article.title,
        summary:
          article.tier === 'paid'
            ? `${summarize(article)} ${describeAccessOptions(article, urls)}`
            : summarize(article),
        // JSON Feed 1.1: each item has a text; that of an older one is its summary.
        ...(isFull ? { content_html: renderFeedHtml(article, urls) } : { content_text: summarize(article) }),
        date_published: toTimestamp(article.date),
        date_modified: updatedAt(article),
        authors: article.authors.map(({ name, orcid, url: home }) => ({
          name,
          ...((orcid ?? home) && { url: orcid ?? home }),
        })),
        tags: article.tags,
        language: article.language,
        attachments: [{ url: `${url}.md`, mime_type: 'text/markdown' }],
        _article: {
          about: urls.developers,
          tier: article.tier,
          words: article.words,
          preview_words: article.previewWords,
          ...toWireStanding(determineStanding(article), urls),
        },
      };
    }),
  });
}
