import { loopbackNames, type Urls } from '../../contract/urls.ts';

/**
 * May a page of this Origin call the tool servers? MCP 2025-11-25, Streamable HTTP, security warning: without this
 * check a page that has rebound its host name to our IP address could. Programs send no Origin and pass; so do our own
 * pages and loopback.
 */
export function isAllowedOrigin(origin: string, urls: Urls, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: normal, hostname, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return loopbackNames.has(hostname) || normal === new URL(urls.base).origin || allowed.includes(normal);
}
