import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../core/service-error.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH']);
const longestTarget = 8_192;
// Encoded slashes, backslashes, NUL, line breaks and fragments have no meaning in our paths and confuse whatever stands between.
const forbiddenInPath = /%(?:2f|5c|00|0a|0d)|[\\\s#]|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Refuses what no honest client sends, before anything looks at it.
 * @param message.url as `readTarget` gives it
 * @param message.authority the host it names, before the Host header
 * @param hosts allowed host names, lower case, without port
 */
export function refuseRequest(
  message: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'> & { authority?: string | undefined },
  hosts: ReadonlySet<string>,
): ServiceError | undefined {
  const { method = '', url = '', rawHeaders, authority } = message;
  const hostHeaders = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  const [host] = hostHeaders;
  if (host === undefined || hostHeaders.length > 1) return refuse('Send exactly one Host header.');
  if (!hosts.has(hostName(authority ?? host))) return new ServiceError('misdirected_request');
  if (!methods.has(method)) return new ServiceError('method_not_allowed');
  if (url.length > longestTarget) return new ServiceError('uri_too_long');
  if (!url.startsWith('/')) return refuse('Send a path or an http address.');
  const path = url.split('?', 1)[0] ?? '';
  if (forbiddenInPath.test(path) || !isDecodable(path))
    return refuse('The path holds characters that are not used here.');
  return undefined;
}

const refuse = (detail: string) => new ServiceError('invalid_request', detail);

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
