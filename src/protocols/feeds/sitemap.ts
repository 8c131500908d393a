import type { Urls } from '../../contract/urls.ts';
import { pageMarkdownPath, pagePath } from '../../contract/urls.ts';
import { changedOn } from '../../core/articles.ts';
import type { Page, PublicArticle } from '../../library/library.ts';
import { escapeXml } from '../../library/markup.ts';
import { escapeLabel, type FeedSource, lastChangedOn, summarize } from './feed-entries.ts';

export interface SitemapEntry {
  url: string;
  title: string;
  about: string;
  /** RFC 3339 full-date of the last change of what is there, not of the build. */
  lastmod: string | undefined;
  /** Absolute URL of the Markdown version. */
  markdownUrl: string;
}

function listSitemapEntries(
  { publication, urls, articles }: FeedSource,
  pages: readonly Page[],
): { pages: SitemapEntry[]; articles: SitemapEntry[] } {
  const newest = lastChangedOn(articles);
  return {
    pages: [
      {
        url: urls.home,
        title: publication.name,
        about: publication.tagline,
        lastmod: newest,
        markdownUrl: urls.at('/index.md'),
      },
      {
        url: urls.at('/articles'),
        title: 'Articles',
        about: 'Every article, newest first.',
        lastmod: newest,
        markdownUrl: urls.at('/articles.md'),
      },
      ...listGroups(articles, urls),
      ...pages.map((page) => ({
        url: urls.at(pagePath(page)),
        title: page.title,
        about: page.description,
        lastmod: page.updated ?? undefined,
        markdownUrl: urls.at(pageMarkdownPath(page)),
      })),
    ],
    articles: articles.map((article) => ({
      url: urls.article(article.slug),
      title: article.title,
      about: summarize(article),
      lastmod: changedOn(article),
      markdownUrl: `${urls.article(article.slug)}.md`,
    })),
  };
}

/** Pages of tags with more than one article, of authors and of series, by URL. */
export function listGroups(articles: readonly PublicArticle[], urls: Urls): SitemapEntry[] {
  const groups = new Map<string, { title: string; about: string; of: PublicArticle[] }>();
  const add = (path: string, title: string, about: string, article: PublicArticle) => {
    const group = groups.get(path) ?? { title, about, of: [] };
    group.of.push(article);
    groups.set(path, group);
  };
  for (const article of articles) {
    for (const tag of article.tags) add(`/tags/${encodeURIComponent(tag)}`, tag, `Articles on ${tag}.`, article);
    for (const { id, name } of article.authors) add(`/authors/${id}`, name, `Articles of ${name}.`, article);
    const { series } = article;
    if (series) add(`/series/${series.id}`, series.title, 'A series of articles.', article);
  }
  return [...groups]
    .filter(([path, { of }]) => of.length > 1 || !path.startsWith('/tags/'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { title, about, of }]) => ({
      url: urls.at(path),
      title,
      about,
      lastmod: lastChangedOn(of),
      markdownUrl: urls.at(`${path}.md`),
    }));
}

/** URLs in one file: the limit of the protocol. */
const maxEntries = 50_000;

/** `/sitemap.xml` (sitemaps.org 0.9): the sitemap, or past 50,000 URLs the index of its parts. */
export function renderSitemap(source: FeedSource, pages: readonly Page[]): string {
  const { urls } = source;
  const entries = listSitemapEntries(source, pages);
  const parts = Math.ceil((entries.pages.length + entries.articles.length) / maxEntries);
  if (parts <= 1) return renderSitemapPart(source, pages, 1) ?? '';
  const rows = Array.from({ length: parts }, (_, index) => {
    return `  <sitemap><loc>${escapeXml(urls.at(`/sitemap.xml?part=${index + 1}`))}</loc></sitemap>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('\n')}
</sitemapindex>
`;
}

/**
 * `/sitemap.xml?part=<part>`, from 1; `lastmod` is the date of the last content change. Undefined where there is no
 * such part.
 */
export function renderSitemapPart(source: FeedSource, pages: readonly Page[], part: number): string | undefined {
  if (part < 1) return undefined;
  const entries = listSitemapEntries(source, pages);
  const shown = [...entries.pages, ...entries.articles].slice((part - 1) * maxEntries, part * maxEntries);
  if (shown.length === 0) return undefined;
  const rows = shown.map(({ url, lastmod }) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
    return `  <url><loc>${escapeXml(url)}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('\n')}
</urlset>
`;
}

/**
 * The site map as markdown for agents, with what each page is about. Stays under 100,000 characters: past that it
 * points to the API's list.
 */
export function renderSitemapMarkdown(source: FeedSource, pages: readonly Page[]): string {
  const entries = listSitemapEntries(source, pages);
  const { urls, publication } = source;
  const toLine = ({ title, markdownUrl, about, lastmod }: SitemapEntry) =>
    `- [${escapeLabel(title)}](${markdownUrl}): ${about}${lastmod ? ` (${lastmod})` : ''}`;
  const { taken, omitted } = takeWithin(entries.articles.map(toLine), 80_000);
  return `---
title: Site map
description: Every page of ${publication.name} with its markdown address.
canonical_url: ${urls.at('/sitemap.md')}
---
> For an overview start at [llms.txt](${urls.at('/llms.txt')}).

# Site map

## Pages

${entries.pages.map(toLine).join('\n')}

## Articles

${taken.join('\n')}
${omitted > 0 ? `\n${omitted} older articles are in the list at \`${urls.api('live')}/articles\`.\n` : ''}`;
}

/** As many lines, from the first on, as fit into `size` characters. */
export function takeWithin(lines: readonly string[], size: number): { taken: string[]; omitted: number } {
  const taken: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += line.length + 1;
    if (used > size) break;
    taken.push(line);
  }
  return { taken, omitted: lines.length - taken.length };
}
