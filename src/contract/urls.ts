import type { ErrorCode } from './error-table.ts';
import { apiRoots } from './operation.ts';

export type Mirror = keyof typeof apiRoots;

export type Urls = ReturnType<typeof createUrls>;

/**
 * Every absolute URL that the service writes, from the configured base URL alone, never from a Host header.
 * @param base the configured base URL without a trailing slash.
 * @param former base URLs of the publication before it moved
 */
export function createUrls(base: string, former: readonly string[] = []) {
  /** @param path starts with `/` */
  const at = (path: string) => `${base}${path}`;
  /** `/api/v1` or its sandbox mirror, without a trailing slash. */
  const api = (mirror: Mirror) => at(apiRoots[mirror]);
  return {
    base,
    /** The base URL, and those that the publication had before: citations and receipts name them. */
    origins: [base, ...former],
    home: at('/'),
    article: (slug: string) => at(`/articles/${slug}`),
    /** One text of an article: always the same words. */
    version: (slug: string, name: string) => at(versionPath(slug, name)),
    api,
    /** An article in the API of one mirror: what is bought. */
    apiArticle: (slug: string, mirror: Mirror) => `${api(mirror)}/articles/${slug}`,
    subscribe: (mirror: Mirror) => `${api(mirror)}/agent/subscribe`,
    pricing: at('/pricing'),
    developers: at('/developers.md'),
    auth: at('/agent/auth'),
    mcp: at('/mcp'),
    mcpDocs: at('/mcp/docs'),
    mcpConnector: at('/mcp/connector'),
    protectedResourceMetadata: at('/.well-known/oauth-protected-resource'),
    errorDocs: (code: ErrorCode) => at(`/developers.md#${code}`),
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

/** `payment` of a 402, and of a result of /ask whose section is paid: the price, and where to pay it. */
export function describePayment(
  urls: Pick<Urls, 'subscribe' | 'pricing'>,
  price: { price: number; currency: string },
  mirror: Mirror,
) {
  return { required: true, ...price, pay_endpoint: urls.subscribe(mirror), pricing: urls.pricing };
}
