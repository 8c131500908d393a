import { escapeXml } from '../../library/markup.ts';
import { type FeedSource, findLatestChange, listEntries, summarize, toTimestamp } from './feed-entries.ts';
import { renderFeedHtml } from './feed-html.ts';

/** RSS 2.0 with content:encoded and dc:creator: whole when free, the preview when paid. */
export function renderRss({ publication, urls, articles }: FeedSource): string {
  const items = listEntries(articles).map(({ article, isFull }) => {
    const url = urls.article(article.slug);
    return `    <item>
      <title>${escapeXml(article.title)}</title>
      <link>${escapeXml(url)}</link>
      <guid isPermaLink="true">${escapeXml(url)}</guid>
      <pubDate>${toRfc822(toTimestamp(article.date))}</pubDate>
${article.authors.map(({ name }) => `      <dc:creator>${escapeXml(name)}</dc:creator>`).join('\n')}
${article.tags.map((tag) => `      <category>${escapeXml(tag)}</category>`).join('\n')}
      <description>${escapeXml(summarize(article))}</description>
${isFull ? `      <content:encoded>${escapeXml(renderFeedHtml(article, urls))}</content:encoded>\n` : ''}    </item>`;
  });
  const latest = findLatestChange(articles);
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${escapeXml(publication.name)}</title>
    <link>${escapeXml(urls.home)}</link>
    <description>${escapeXml(publication.description)}</description>
    <language>${escapeXml(publication.language)}</language>
    <atom:link rel="self" type="application/rss+xml" href="${escapeXml(urls.at('/rss.xml'))}"/>
${latest ? `    <lastBuildDate>${toRfc822(latest)}</lastBuildDate>\n` : ''}${items.join('\n')}
  </channel>
</rss>
`;
}

// RFC 822 section 5 with the four-digit year of RSS 2.0.
function toRfc822(timestamp: string): string {
  return new Date(timestamp).toUTCString().replace('GMT', '+0000');
}
