import type { IncomingMessage } from 'node:http';
import { loopbackNames } from '../../contract/urls.ts';
import { ServiceError } from '../../core/service-error.ts';

const longestTarget = 8_192;
// Encoded slashes, backslashes, NUL, line breaks and fragments have no meaning in our paths and confuse whatever stands
// between.
const forbiddenInPath = /%(?:2f|5c|00|0a|0d)|[\\\s#]|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Rejects requests that no honest client sends, before any other code reads them.
 * @param message.url URL from `parseTarget`
 * @param message.authority the host it names, which overrides the Host header
 * @param isKnownHost function from `hostCheck`
 */
export function checkRequest(
  message: Pick<IncomingMessage, 'url' | 'rawHeaders'> & { authority?: string | undefined },
  isKnownHost: (host: string) => boolean,
): ServiceError | undefined {
  const { url = '', rawHeaders, authority } = message;
  const host = onlyHost(rawHeaders);
  if (host === undefined) return refuse('Send exactly one Host header.');
  if (!isKnownHost(authority ?? host)) return new ServiceError('misdirected_request');
  if (url.length > longestTarget) return new ServiceError('uri_too_long');
  if (!url.startsWith('/')) return refuse('Send a path or an http URL.');
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (forbiddenInPath.test(path) || !isDecodable(path))
    return refuse('The path holds characters that are not used here.');
  return undefined;
}

/** Undefined where there is none, or more than one: node would take the first of them. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[at + 1];
  }
  return host;
}

const refuse = (detail: string) => new ServiceError('invalid_request', detail);

function isDecodable(path: string): boolean {
  try {
    return !path.includes('%') || decodeURI(path) !== '';
  } catch {
    return false; // not UTF-8
  }
}

/** `[::1]:4321` to `[::1]`, `localhost:4321` to `localhost`. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

/**
 * Creates the test for host names. Known are the base URL's, all loopback names if it is one of them, and those in the
 * configuration. The port does not matter, because port forwarding changes it.
 */
export function hostCheck(baseUrl: string, extra: readonly string[]): (host: string) => boolean {
  const { hostname, host: usual } = new URL(baseUrl);
  const names = new Set([hostname, ...(loopbackNames.has(hostname) ? loopbackNames : []), ...extra.map(hostName)]);
  // Nearly all clients write the host exactly as the base URL does; then there is nothing to parse.
  return (host) => host === usual || names.has(hostName(host));
}
