import { articleFormats, type PageRow, pageTable, questionPath } from '../contract/paths.ts';

const patterns = pageTable.map((page) => ({ page, pattern: toPattern(page.path) }));
const literal = new Map(pageTable.filter(({ path }) => !path.includes('{')).map((page) => [page.path, page]));
const formats = articleFormats.map((format) => RegExp.escape(format)).join('|');
const articleFormat = new RegExp(`^/articles/([^/.]+)(${formats})$`);

/** `{name}` is a segment without a dot, `{file}` one with. */
function toPattern(path: string): RegExp {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    if (part === '{file}') return '(?<file>[^/]+\\.[^/]+)';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? `(?<${name}>[^/.]+)` : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

export interface PageMatch {
  page: PageRow;
  params: Readonly<Record<string, string>>;
  markdownPath: string | undefined;
}

export function matchPage(pathname: string): PageMatch | undefined {
  const page = literal.get(pathname);
  if (page) return { page, params: {}, markdownPath: page.markdownPath };
  for (const candidate of patterns) {
    const found = candidate.pattern.exec(pathname);
    if (!found) continue;
    const params = found.groups ?? {};
    return { page: candidate.page, params, markdownPath: fill(candidate.page.markdownPath, params) };
  }
  return undefined;
}

function fill(template: string | undefined, params: Readonly<Record<string, string>>): string | undefined {
  return template?.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

/** `/articles/<slug>.md|.bib|.ris|.csl.json`: which format of which article. */
export function matchArticleFormat(pathname: string): { slug: string; format: string } | undefined {
  const [, slug, format] = articleFormat.exec(pathname) ?? [];
  return slug !== undefined && format !== undefined ? { slug, format } : undefined;
}

/** Whether a URL asks an article a question: `ask` on its Markdown, or on the page that returns the result. */
export function isArticleQuestion({ pathname, search }: { pathname: string; search: string }): boolean {
  const takesQuestion =
    matchArticleFormat(pathname)?.format === '.md' || matchPage(pathname)?.page.path === questionPath;
  return takesQuestion && new URLSearchParams(search).has('ask');
}

/**
 * The parameters of a query that a page reads, in one spelling, the last of each name as in the API; empty when it
 * reads none.
 */
export function readSearch(search: string, { reads = [] }: PageRow): string {
  const given = new URLSearchParams(search);
  const read = new URLSearchParams(
    reads.map((name) => [name, given.getAll(name).at(-1) ?? '']).filter(([, value]) => value),
  );
  return read.size > 0 ? `?${read}` : '';
}

export function toMarkdownPath(pathname: string): string {
  return pathname === '/' ? '/index.md' : `${pathname}.md`;
}
