import { articleFormats, type PageAddress, pageAddresses } from '../../contract/addresses.ts';

export interface PageRoute {
  page: PageAddress;
  params: Readonly<Record<string, string>>;
  /** Where its markdown is, for this very address. */
  markdownPath: string | undefined;
}

const patterns = pageAddresses.map((page) => ({ page, pattern: toPattern(page.path) }));
const literal = new Map(pageAddresses.filter(({ path }) => !path.includes('{')).map((page) => [page.path, page]));
const articleForm = new RegExp(`^/articles/([^/.]+)(${articleFormats.map((form) => RegExp.escape(form)).join('|')})$`);

/** `{name}` is a segment without a dot, `{file}` one with. */
function toPattern(path: string): RegExp {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    if (part === '{file}') return '(?<file>[^/]+\\.[^/]+)';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? `(?<${name}>[^/.]+)` : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** The page at a path, if the table knows one. */
export function findPage(pathname: string): PageRoute | undefined {
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

/** `/articles/<slug>.md|.bib|.ris|.csl.json`: which form of which article. */
export function matchArticleFormat(pathname: string): { slug: string; form: string } | undefined {
  const [, slug, form] = articleForm.exec(pathname) ?? [];
  return slug !== undefined && form !== undefined ? { slug, form } : undefined;
}

/** What a page reads of a query, in one spelling, the last of each name as in the API; empty when it reads nothing of it. */
export function readSearch(search: string, { reads = [] }: PageAddress): string {
  const given = new URLSearchParams(search);
  const read = new URLSearchParams(
    reads.map((name) => [name, given.getAll(name).at(-1) ?? '']).filter(([, value]) => value),
  );
  return read.size > 0 ? `?${read}` : '';
}
