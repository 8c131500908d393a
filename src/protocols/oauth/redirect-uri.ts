import { loopbackNames } from '../../contract/urls.ts';

/**
 * RFC 8252 section 7.1: the scheme of an app is a reversed domain name of its maker, so it contains a dot. A scheme
 * without one belongs to no app (`myapp`) or to the browser (`javascript`, `data`), and the first program to claim it
 * would get the code.
 */
const privateUseScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const isLoopback = (url: URL) => url.protocol === 'http:' && loopbackNames.has(url.hostname);

/**
 * RFC 9700 section 2.1, RFC 8252 section 7: https, a private-use scheme, or http on the loopback interface; no
 * fragment, no password.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username || url.password) return false;
  if (url.protocol === 'http:') return isLoopback(url);
  return url.protocol === 'https:' || privateUseScheme.test(url.protocol);
}

/** Compares exactly, except for the port of a loopback URI (RFC 8252 section 7.3). */
export function findRedirectUri(requested: string, registered: readonly string[]): string | undefined {
  if (registered.includes(requested)) return requested;
  const url = URL.parse(requested);
  if (!url || !isRedirectUri(requested) || !isLoopback(url)) return undefined;
  const isSameButPort = (other: URL | null) => {
    if (!other || !isLoopback(other)) return false;
    other.port = url.port;
    return other.href === url.href;
  };
  return registered.some((known) => isSameButPort(URL.parse(known))) ? requested : undefined;
}
