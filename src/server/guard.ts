import type { IncomingMessage } from 'node:http';

export type Refusal = { status: 400 | 405 | 414 | 421; sentence: string };

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH']);
const longestTarget = 8_192;
// Encoded slashes, backslashes, NUL and line breaks have no meaning in our paths and confuse whatever stands between.
const forbiddenInPath = /%(?:2f|5c|00|0a|0d)|[\\\s]|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Refuses what no honest client sends, before anything looks at it.
 * @param hosts allowed host names, lower case, without port
 */
export function refuseRequest(
  message: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  hosts: ReadonlySet<string>,
): Refusal | undefined {
  const { method = '', url = '', rawHeaders } = message;
  const hostHeaders = rawHeaders.filter((_, index) => index % 2 === 0 && rawHeaders[index]?.toLowerCase() === 'host');
  if (hostHeaders.length !== 1) return { status: 400, sentence: 'Send exactly one Host header.' };
  const host =
    rawHeaders[rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host') + 1] ?? '';
  if (!hosts.has(hostName(host)))
    return {
      status: 421,
      sentence: 'This server does not answer for that Host; the owner can add it to ALLOWED_HOSTS.',
    };
  if (!methods.has(method)) return { status: 405, sentence: 'This method is not used here.' };
  if (url.length > longestTarget) return { status: 414, sentence: 'The address is too long.' };
  if (!url.startsWith('/')) return { status: 400, sentence: 'Send a path, not an absolute address.' };
  const path = url.split('?', 1)[0] ?? '';
  if (forbiddenInPath.test(path) || !isDecodable(path))
    return { status: 400, sentence: 'The path holds characters that are not used here.' };
  return undefined;
}

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false; // not UTF-8
  }
}

/** `[::1]:4321` to `[::1]`, `localhost:4321` to `localhost`. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

/** The host of the base URL, the loopback names when it is one of them, and what the owner allows besides. */
export function allowedHosts(baseUrl: string, extra: readonly string[]): Set<string> {
  const own = new URL(baseUrl).hostname.toLowerCase();
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  return new Set([own, ...(loopback.includes(own) ? loopback : []), ...extra.map(hostName)]);
}
