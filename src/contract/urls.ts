import type { ErrorCode } from './error-table.ts';
import { apiRoots } from './operation.ts';

export type Mirror = keyof typeof apiRoots;

/** Every absolute URL that the service writes, from the configured base URL alone, never from a Host header. */
export interface Urls {
  base: string;
  /** The base URL, and those that the publication had before: citations and receipts name them. */
  origins: readonly string[];
  home: string;
  article(slug: string): string;
  /** One text of an article: always the same words. */
  version(slug: string, name: string): string;
  /** `/api/v1` or its sandbox mirror, without a trailing slash. */
  api(mirror: Mirror): string;
  /** An article in the API of one mirror: what is bought. */
  apiArticle(slug: string, mirror: Mirror): string;
  subscribe(mirror: Mirror): string;
  pricing: string;
  developers: string;
  auth: string;
  mcp: string;
  mcpDocs: string;
  mcpConnector: string;
  protectedResourceMetadata: string;
  errorDocs(code: ErrorCode): string;
  /** @param path starts with `/`. */
  at(path: string): string;
}

/**
 * @param base the configured base URL without a trailing slash.
 * @param former base URLs of the publication before it moved
 */
export function createUrls(base: string, former: readonly string[] = []): Urls {
  const at = (path: string) => `${base}${path}`;
  const api = (mirror: Mirror) => at(apiRoots[mirror]);
  return {
    base,
    origins: [base, ...former],
    home: at('/'),
    article: (slug) => at(`/articles/${slug}`),
    version: (slug, name) => at(versionPath(slug, name)),
    api,
    apiArticle: (slug, mirror) => `${api(mirror)}/articles/${slug}`,
    subscribe: (mirror) => `${api(mirror)}/agent/subscribe`,
    pricing: at('/pricing'),
    developers: at('/developers.md'),
    auth: at('/agent/auth'),
    mcp: at('/mcp'),
    mcpDocs: at('/mcp/docs'),
    mcpConnector: at('/mcp/connector'),
    protectedResourceMetadata: at('/.well-known/oauth-protected-resource'),
    errorDocs: (code) => at(`/developers.md#${code}`),
    at,
  };
}

/** The URL of a section of a page. @param id null before the first heading */
export function withFragment(url: string, id: string | null): string {
  return id === null ? url : `${url}#${id}`;
}

/** Hosts that are the machine itself, as `URL` writes them. */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A URL of scheme, host and port alone: pages link from the root of their host, and URLs are compared as text. */
export function isHttpOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The path of one text of an article. */
export function versionPath(slug: string, name: string): string {
  return `/articles/${slug}/versions/${name}`;
}

/** Path of an article's PDF, if it has one. A free article's is a file; a paid article's needs access. */
export function articlePdf(slug: string): string {
  return `/articles/${slug}.pdf`;
}

/** Path at which a script or data file is served. */
export function artifactUrl(slug: string, file: string): string {
  return `/artifacts/${slug}/${encodeURIComponent(file.slice(file.lastIndexOf('/') + 1))}`;
}

/**
 * Path of a page for people by its name: `auth` is served beside the token endpoint, every other one under its own
 * name.
 */
export function pagePath({ name }: { name: string }): string {
  return name === 'auth' ? '/agent/auth' : `/${name}`;
}

/** Path of its markdown: `/auth.md`. */
export function pageMarkdownPath({ name }: { name: string }): string {
  return `/${name}.md`;
}

/** Path of the OpenAPI document about one tag: `/openapi/ask.json`. */
export function tagDocumentPath(tag: string): string {
  return `/openapi/${tag.toLowerCase()}.json`;
}
