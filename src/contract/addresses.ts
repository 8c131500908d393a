/** A page or document for readers that is made while the service runs. Prerendered ones are known by their files. */
export interface PageAddress {
  /** `{name}` stands for a segment without a dot, `{file}` for one with. */
  path: string;
  /**
   * `shared`: the same for everybody until the next release, so it is made once and kept.
   * `asked`: depends on the query; counted like the API, because it computes.
   * `open`: an article as one reader's key opens it. It is shown at the article's own address; here it leads there.
   * `reader`: depends on the reader's cookie or key; nobody keeps it, and it is counted too.
   * `form`: takes a POST from one of our own pages.
   */
  kind: 'shared' | 'asked' | 'open' | 'reader' | 'form';
  /** Address of its markdown, for who prefers that (RFC 9110 section 12). */
  markdownPath?: string;
  /** Parameters that change what is shared: for each of their values it is another answer, and making one is counted. */
  reads?: readonly string[];
  /** The article it belongs to is the segment `{slug}`: withheld with it. */
  isArticle?: true;
}

const listReads = ['page', 'tier', 'tag'];
const article = { kind: 'shared', isArticle: true } as const;
/** A published text: it may be one that only some callers may read. */
const text = { kind: 'reader', isArticle: true } as const;

/** Every such address. A page that is not here is nowhere (a test compares the list with src/pages). */
export const pageAddresses: readonly PageAddress[] = [
  { path: '/', kind: 'shared', markdownPath: '/index.md' },
  { path: '/index.md', kind: 'shared' },
  { path: '/articles', kind: 'shared', markdownPath: '/articles.md', reads: listReads },
  { path: '/articles.md', kind: 'shared', reads: listReads },
  { path: '/articles/{slug}', markdownPath: '/articles/{slug}.md', ...article },
  { path: articlePdf('{slug}'), kind: 'reader', isArticle: true },
  ...['{name}', '{file}'].map((version) => ({ path: `/articles/{slug}/versions/${version}.md`, ...text })),
  ...['{name}', '{file}'].map((version) => {
    const path = `/articles/{slug}/versions/${version}`;
    return { path, markdownPath: `${path}.md`, ...text };
  }),
  { path: '/articles/{slug}/compare/{file}', ...text },
  { path: '/tags', kind: 'shared' },
  { path: '/record', kind: 'shared' },
  ...['/tags', '/authors', '/series'].flatMap((root) => [
    { path: `${root}/{name}`, kind: 'shared', markdownPath: `${root}/{name}.md` } as const,
    { path: `${root}/{file}`, kind: 'shared' } as const,
  ]),
  { path: '/feed.xml', kind: 'shared' },
  { path: '/feed.atom', kind: 'shared' },
  { path: '/feed.json', kind: 'shared' },
  { path: '/rss.xml', kind: 'shared' },
  { path: '/sitemap.xml', kind: 'shared', reads: ['part'] },
  { path: '/sitemap.md', kind: 'shared' },
  { path: '/llms.txt', kind: 'shared' },
  { path: '/llms-full.txt', kind: 'shared' },
  { path: '/license.xml', kind: 'shared' },
  { path: '/.well-known/x402', kind: 'shared' },
  { path: '/auth', kind: 'shared' },
  { path: '/search', kind: 'asked' },
  { path: '/search/instant', kind: 'asked' },
  { path: '/read/{slug}', kind: 'open', isArticle: true },
  { path: '/read/{file}', kind: 'reader' },
  { path: '/figures/{slug}/{file}', kind: 'reader' },
  { path: '/artifacts/{slug}/{file}', kind: 'reader' },
  { path: '/unlock', kind: 'form' },
  { path: '/sign-out', kind: 'form' },
];

/** What an article is besides its page: made from the library, without a page of its own. */
export const articleFormats = ['.md', '.bib', '.ris', '.csl.json', '.linkset.json'] as const;

/** Path of an article as PDF, where one was made: a free one is a file, a paid one is for whoever may read it. */
export function articlePdf(slug: string): string {
  return `/articles/${slug}.pdf`;
}

/** The address that a script or data is served at. */
export function artifactUrl(slug: string, file: string): string {
  return `/artifacts/${slug}/${encodeURIComponent(file.slice(file.lastIndexOf('/') + 1))}`;
}
