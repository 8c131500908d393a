import { escapeXml } from '../../library/markup.ts';
import {
  type FeedChannel,
  type FeedSource,
  findLatestChange,
  listEntries,
  summarize,
  toTimestamp,
  updatedAt,
} from './feed-entries.ts';
import { renderFeedHtml } from './feed-html.ts';

/** Atom 1.0 (RFC 4287) of the newest articles: whole when free, the preview when paid. */
export function renderAtom({ publication, urls, articles }: FeedSource, about: FeedChannel): string {
  const entries = listEntries(articles).map(({ article, isFull }) => {
    const url = urls.article(article.slug);
    const language = article.language === publication.language ? '' : ` xml:lang="${escapeXml(article.language)}"`;
    return `  <entry${language}>
    <id>${escapeXml(url)}</id>
    <title>${escapeXml(article.title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <link rel="alternate" type="text/markdown" href="${escapeXml(url)}.md"/>
    <published>${toTimestamp(article.date)}</published>
    <updated>${updatedAt(article)}</updated>
${article.authors.map(({ name }) => `    <author><name>${escapeXml(name)}</name></author>`).join('\n')}
${article.tags.map((tag) => `    <category term="${escapeXml(tag)}"/>`).join('\n')}
    <rights>${escapeXml(article.license.name)}</rights>
    <summary>${escapeXml(summarize(article))}</summary>
${isFull ? `    <content type="html">${escapeXml(renderFeedHtml(article, urls))}</content>\n` : ''}  </entry>`;
  });
  const updated = findLatestChange(articles) ?? '1970-01-01T00:00:00Z';
  return renderAtomFeed({ publication, urls }, about, { updated, entries });
}

/** An Atom feed. @param content.entries elements of entries, and `updated` an RFC 3339 date-time */
export function renderAtomFeed(
  { publication, urls }: Pick<FeedSource, 'publication' | 'urls'>,
  about: FeedChannel,
  { updated, entries }: { updated: string; entries: readonly string[] },
): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(publication.language)}">
  <id>${escapeXml(urls.at(about.page))}</id>
  <title>${escapeXml(about.title)}</title>
  <subtitle>${escapeXml(about.subtitle)}</subtitle>
  <link rel="self" type="application/atom+xml" href="${escapeXml(urls.at(about.path))}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(urls.at(about.page))}"/>
  <updated>${updated}</updated>
  <author><name>${escapeXml(publication.publisher.name)}</name><email>${escapeXml(publication.publisher.email)}</email></author>
  <icon>${escapeXml(urls.at('/icon.svg'))}</icon>
${entries.join('\n')}
</feed>
`;
}
