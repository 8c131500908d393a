import { articlePdf } from './urls.ts';

/**
 * A page or document for readers that is rendered while the service runs. Prerendered pages are files of the release.
 */
export interface PageRow {
  /** `{name}` stands for a segment without a dot, `{file}` for one with. */
  path: string;
  /**
   * `shared`: identical for all readers until the next release, so it is created once and cached. `query`: depends on
   * the query; counted like the API, because it computes. `open`: an article for the key of one reader, shown at the
   * article's own URL; a request for this one redirects there. `reader`: depends on the reader's cookie or key; never
   * cached, and counted too. `form`: accepts a POST from one of our own pages.
   */
  kind: 'shared' | 'query' | 'open' | 'reader' | 'form';
  /** Path of its Markdown, for clients that prefer it (RFC 9110 section 12). */
  markdownPath?: string;
  /** Parameters that change a shared page: each of their values is another response, and creating one is counted. */
  reads?: readonly string[];
  takesForm?: true;
  /** Belongs to the article `{slug}`, and is withheld with it. */
  isArticle?: true;
}

const listReads = ['page', 'tier', 'tag', 'author'];
const article = { kind: 'shared', isArticle: true } as const;
/** A published text: it may be one that only some callers may read. */
const text = { kind: 'reader', isArticle: true } as const;

/** The page that returns the result of a question to one article. */
export const questionPath = '/articles/{slug}/question.md';

/** Every such path. A page that is not listed cannot be reached (a test compares the list with src/pages). */
export const pageTable: readonly PageRow[] = [
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
  { path: questionPath, kind: 'query', isArticle: true },
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
  { path: '/search', kind: 'reader' },
  { path: '/search/instant', kind: 'query' },
  { path: '/read/{slug}', kind: 'open', isArticle: true },
  { path: '/read/{file}', kind: 'reader' },
  { path: '/figures/{slug}/{file}', kind: 'reader' },
  { path: '/artifacts/{slug}/{file}', kind: 'reader' },
  { path: '/review/{name}', kind: 'reader' },
  { path: '/unlock', kind: 'form' },
  { path: '/verify', kind: 'reader', takesForm: true },
  { path: '/sign-out', kind: 'form' },
  { path: '/owner', kind: 'reader' },
  { path: '/owner/{file}', kind: 'reader' },
];

/** Formats of an article in addition to its HTML page; they are rendered from the library. */
export const articleFormats = ['.md', '.bib', '.ris', '.csl.json', '.linkset.json'] as const;
