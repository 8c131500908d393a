import { documents } from '../../contract/document-urls.ts';
import { pageMarkdownPath, pagePath } from '../../contract/urls.ts';
import type { Services } from '../../core/services.ts';
import { articleLinks, pageLinks, siteLinks, type TypedLink, writeLinks } from './link-headers.ts';

/** Pages that are made of more than one content file, and their markdown. */
const madePages: readonly (readonly [path: string, markdownPath: string | undefined])[] = [
  ['/', '/index.md'],
  ['/articles', '/articles.md'],
  ['/search', undefined],
  ['/tags', undefined],
];

const articlePath = /^\/articles\/([^/.]+)(?:\.[a-z.]+)?$/;

/**
 * The headers that belong to a URL of the site, whichever representation is sent: the server adds them to a 200 and to
 * a 304. Undefined for URLs without any: files, figures, an article that is not released.
 */
export function createAddressHeaders({
  urls,
  library,
  catalogue,
}: Pick<Services, 'urls' | 'library' | 'catalogue'>): (
  pathname: string,
) => Readonly<Record<string, string>> | undefined {
  const site = siteLinks(urls);
  const fixed = new Map<string, string>();
  const add = (path: string, markdownPath: string | undefined) => {
    const field = writeLinks([...pageLinks(urls, { path, markdownPath }), ...site]);
    // Also with `.md` behind the path of the page: /agent/auth.md is the same as /auth.md.
    for (const address of markdownPath ? [path, markdownPath, `${path}.md`] : [path]) fixed.set(address, field);
  };
  // RFC 9727 section 2: HEAD finds the catalog by its own relation.
  const { path: catalog, type } = documents.apiCatalog;
  fixed.set(catalog, writeLinks([{ href: urls.at(catalog), rel: 'api-catalog', type }]));
  for (const [path, markdownPath] of madePages) add(path, markdownPath);
  for (const page of library.pages) add(pagePath(page), pageMarkdownPath(page));

  return (pathname) => {
    const field = fixed.get(pathname) ?? writeArticle(pathname);
    return field === undefined ? undefined : { link: field };
  };

  function writeArticle(pathname: string): string | undefined {
    const slug = articlePath.exec(pathname)?.[1];
    const article = slug === undefined ? undefined : catalogue.find(slug);
    if (!article) return undefined;
    const path = `/articles/${article.slug}`;
    const page: TypedLink[] = pageLinks(urls, { path, markdownPath: `${path}.md` }).filter(
      ({ rel }) => rel !== 'license',
    );
    return writeLinks([...page, ...articleLinks(article, urls), ...site]);
  }
}

/**
 * `x-markdown-tokens` of a Markdown response: an estimate, at the usual four bytes a token. @param bytes size without
 * encoding
 */
export function markdownHeaders(bytes: number): Readonly<Record<string, string>> {
  return { 'x-markdown-tokens': String(Math.ceil(bytes / 4)) };
}
