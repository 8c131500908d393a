import type { Urls } from '../../contract/urls.ts';
import { pageMarkdownPath, pagePath } from '../../contract/urls.ts';
import { type GroupKind, groupArticles, groupTitle } from '../../core/article-groups.ts';
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

/** Entries of pages; groups of articles are among them. */
function* listPages(
  { publication, urls, articles }: FeedSource,
  pages: readonly Page[],
): Generator<SitemapEntry, void, undefined> {
  const newest = lastChangedOn(articles);
  yield {
    url: urls.home,
    title: publication.name,
    about: publication.tagline,
    lastmod: newest,
    markdownUrl: urls.at('/index.md'),
  };
  yield {
    url: urls.at('/articles'),
    title: 'Articles',
    about: 'Every article, newest first.',
    lastmod: newest,
    markdownUrl: urls.at('/articles.md'),
  };
  yield* listGroups(articles, urls);
  for (const page of pages)
    yield {
      url: urls.at(pagePath(page)),
      title: page.title,
      about: page.description,
      lastmod: page.updated ?? undefined,
      markdownUrl: urls.at(pageMarkdownPath(page)),
    };
}

function countPages({ articles }: FeedSource, pages: readonly Page[]): number {
  return 2 + countGroups(articles) + pages.length;
}

function toEntry(article: PublicArticle, urls: Urls): SitemapEntry {
  return {
    url: urls.article(article.slug),
    // These are read from the release: all of 100,000 articles would take a second.
    get title() {
      return article.title;
    },
    get about() {
      return summarize(article);
    },
    lastmod: changedOn(article),
    markdownUrl: `${urls.article(article.slug)}.md`,
  };
}

/** In the order of their URLs. */
const groupKinds = ['authors', 'series', 'tags'] as const;
const describeGroup: Record<GroupKind, (title: string) => string> = {
  authors: (name) => `Articles of ${name}.`,
  series: () => 'A series of articles.',
  tags: (tag) => `Articles on ${tag}.`,
};

/** The tag of a single article leads nowhere else. */
function isListed(kind: GroupKind, of: readonly PublicArticle[]): boolean {
  return of.length > 1 || kind !== 'tags';
}

/** Pages of tags with more than one article, of authors and of series, by URL. */
export function* listGroups(articles: readonly PublicArticle[], urls: Urls): Generator<SitemapEntry, void, undefined> {
  for (const kind of groupKinds) {
    const groups = [...groupArticles[kind](articles)]
      .filter(([, of]) => isListed(kind, of))
      .map(([id, of]) => ({ id, of, path: `/${kind}/${encodeURIComponent(id)}` }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const { id, of, path } of groups) {
      const [first] = of;
      const title = first ? groupTitle(kind, id, first) : id;
      const [url, markdownUrl] = [urls.at(path), urls.at(`${path}.md`)];
      yield { url, title, about: describeGroup[kind](title), lastmod: lastChangedOn(of), markdownUrl };
    }
  }
}

/** How many there are in `listGroups`. */
export function countGroups(articles: readonly PublicArticle[]): number {
  let count = 0;
  for (const kind of groupKinds)
    for (const of of groupArticles[kind](articles).values()) count += isListed(kind, of) ? 1 : 0;
  return count;
}

/** URLs in one file: the limit of the protocol. */
const maxEntries = 50_000;

/** `/sitemap.xml` (sitemaps.org 0.9): the sitemap, or past 50,000 URLs the index of its parts. */
export function renderSitemap(source: FeedSource, pages: readonly Page[]): string {
  const { urls, articles } = source;
  const parts = Math.ceil((countPages(source, pages) + articles.length) / maxEntries);
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
  const { urls, articles } = source;
  const start = (part - 1) * maxEntries;
  const count = countPages(source, pages);
  if (!(start >= 0 && start < count + articles.length)) return undefined;
  const shown = [
    ...(start < count ? listPages(source, pages).drop(start).take(maxEntries) : []),
    ...articles
      .slice(Math.max(0, start - count), Math.max(0, start + maxEntries - count))
      .map((article) => toEntry(article, urls)),
  ];
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
  const { urls, publication, articles } = source;
  const toLine = ({ title, markdownUrl, about, lastmod }: SitemapEntry) =>
    `- [${escapeLabel(title)}](${markdownUrl}): ${about}${lastmod ? ` (${lastmod})` : ''}`;
  const listed = takeWithin(listPages(source, pages).map(toLine), { count: countPages(source, pages), size: 20_000 });
  const lines = articles.values().map((article) => toLine(toEntry(article, urls)));
  const { taken, omitted } = takeWithin(lines, { count: articles.length, size: 78_000 });
  return `---
title: Site map
description: Every page of ${publication.name} with its markdown address.
canonical_url: ${urls.at('/sitemap.md')}
---
> For an overview start at [llms.txt](${urls.at('/llms.txt')}).

# Site map

## Pages

${listed.taken.join('\n')}
${listed.omitted > 0 ? `\n${listed.omitted} more pages are in \`${urls.at('/sitemap.xml')}\`.\n` : ''}
## Articles

${taken.join('\n')}
${omitted > 0 ? `\n${omitted} older articles are in the list at \`${urls.api('live')}/articles\`.\n` : ''}`;
}

/**
 * As many lines, from the first on, as fit into `size` characters.
 * @param about.count how many lines there are
 */
export function takeWithin(
  lines: Iterable<string>,
  about: { count: number; size: number },
): { taken: string[]; omitted: number } {
  const taken: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (size + line.length + 1 > about.size) break;
    size += line.length + 1;
    taken.push(line);
  }
  return { taken, omitted: about.count - taken.length };
}
