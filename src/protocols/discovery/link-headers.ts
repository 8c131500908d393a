import { documents, formatMediaTypes } from '../../contract/document-urls.ts';
import type { Urls } from '../../contract/urls.ts';
import { articlePdf } from '../../contract/urls.ts';
import type { PublicArticle } from '../../library/library.ts';

export interface TypedLink {
  href: string;
  rel: string;
  type?: string;
}

/** A `Link` field (RFC 8288). */
export function writeLinks(links: readonly TypedLink[]): string {
  return links.map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type ? `; type="${type}"` : ''}`).join(', ');
}

/** Where the site describes itself: on every page and document. */
export function siteLinks(urls: Urls): TypedLink[] {
  const to = ({ path, type }: { path: string; type: string }, rel: string) => ({ href: urls.at(path), rel, type });
  return [
    to(documents.apiCatalog, 'api-catalog'),
    to(documents.openapi, 'service-desc'),
    to(documents.developers, 'service-doc'),
    to(documents.llms, 'describedby'),
    to(documents.sitemap, 'sitemap'),
    to(documents.aiCatalog, 'ai-catalog'),
  ];
}

/** Links of an API response: where the operation is described. */
export function apiLinks(urls: Urls): TypedLink[] {
  return [
    { href: urls.at(documents.openapi.path), rel: 'service-desc', type: documents.openapi.type },
    { href: urls.developers, rel: 'service-doc', type: documents.developersMarkdown.type },
  ];
}

/** Links of a page and of its Markdown version: which one to cite, and where the other is. */
export function pageLinks(
  urls: Urls,
  { path, markdownPath }: { path: string; markdownPath: string | undefined },
): TypedLink[] {
  return [
    { href: urls.at(path), rel: 'canonical' },
    ...(markdownPath ? [{ href: urls.at(markdownPath), rel: 'alternate', type: 'text/markdown' }] : []),
    { href: urls.at(documents.license.path), rel: 'license', type: documents.license.type },
  ];
}

/**
 * FAIR Signposting of an article: what it is, who wrote it, under which terms, what it consists of and what describes
 * it.
 */
export function articleLinks(article: PublicArticle, urls: Urls): TypedLink[] {
  const url = urls.article(article.slug);
  const form = (ending: keyof typeof formatMediaTypes, rel: string) => ({
    href: url + ending,
    rel,
    type: formatMediaTypes[ending],
  });
  return [
    { href: url, rel: 'cite-as' },
    { href: 'https://schema.org/ScholarlyArticle', rel: 'type' },
    { href: 'https://schema.org/AboutPage', rel: 'type' },
    ...article.authors.map(({ id, orcid, url: home }) => ({
      href: orcid ?? home ?? urls.at(`/authors/${id}`),
      rel: 'author',
    })),
    { href: article.license.url, rel: 'license' },
    form('.md', 'item'),
    ...(article.pdf ? [{ href: urls.at(articlePdf(article.slug)), rel: 'item', type: 'application/pdf' }] : []),
    form('.bib', 'describedby'),
    form('.ris', 'describedby'),
    form('.csl.json', 'describedby'),
    form('.linkset.json', 'linkset'),
  ];
}

/** `/articles/<slug>.linkset.json`: the same links as a set of their own (RFC 9264). */
export function buildLinkset(article: PublicArticle, urls: Urls): { linkset: Record<string, unknown>[] } {
  const anchor = urls.article(article.slug);
  const byRel = Map.groupBy(articleLinks(article, urls), ({ rel }) => rel);
  const targets = [...byRel].map(([rel, links]) => [
    rel,
    links.map(({ href, type }) => ({ href, ...(type && { type }) })),
  ]);
  return { linkset: [{ anchor, ...Object.fromEntries(targets) }] };
}
