import { promises as dns, type LookupAddress } from 'node:dns';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { createPlaces } from '../../core/limits/places.ts';
import { groupAddress, networksOf } from '../../core/limits/rate-limit.ts';
import type { FetchDocument, SiteText } from '../../protocols/fetched-document.ts';
import { isPublicAddress } from './public-address.ts';

/** Name lookup, connection, TLS and body together. */
const timeLimitMs = 3_000;
const maxBytes = 10 * 1024;
const maxAtOnce = 64;
/** Limit for one client address, so that a caller whose hosts never respond leaves slots for other callers. */
const maxAtOncePerAddress = 4;

/** Replaces the internet in tests. The service passes nothing, and no setting changes it. */
export interface Internet {
  /** `address:port` of each; the system's name servers by default. */
  nameServers: readonly string[];
  port: number;
  isPublic(address: LookupAddress): boolean;
  /** PEM of the authority that certificates are checked against. */
  ca: string;
  /** Aborts when the time for one reading is over. */
  startTimer(): AbortSignal;
}

/**
 * Fetches documents from other hosts (docs/contract.md, OAuth): https on port 443, public IPs only, no
 * redirects, 10 KiB, 3 seconds. It connects to the IPs that it found public, so a name cannot point to another
 * host a moment later.
 *
 * The result must not reveal anything that the caller could not find out itself. All failures are identical and arrive
 * after the full three seconds, whatever the cause: a closed port, a silent one, a private IP and an unknown
 * name look the same. A failed fetch keeps its slot until then, so counting free slots reveals no more. Three
 * differences remain: a successful fetch returns immediately, a caller that has taken all slots gets an error
 * immediately, and name servers see the lookup.
 */
export function createDocumentFetcher(test: Partial<Internet> = {}): FetchDocument {
  const { startTimer = () => AbortSignal.timeout(timeLimitMs) } = test;
  const places = createPlaces({ perAddress: maxAtOncePerAddress, inAll: maxAtOnce });

  return async (url, clientAddress) => {
    const free = places.take(networksOf(groupAddress(clientAddress)));
    if (!free) return undefined;
    const signal = startTimer();
    const over = isOver(signal);
    // Names, sockets, TLS and HTTP fail in different ways, or never; the caller learns none of them.
    const reading = read(url, { ...test, signal }).catch(() => undefined);
    const text = (await Promise.race([reading, over])) ?? (await over);
    free();
    return text;
  };
}

function isOver(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

type Reading = Partial<Internet> & { signal: AbortSignal };

/** @returns undefined for a host that is not public, and for a response that is not a small JSON document */
async function read(url: URL, about: Reading): Promise<SiteText | undefined> {
  const { isPublic = isPublicAddress } = about;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolveHost(host, about);
  if (found.length === 0 || !found.every(isPublic)) return undefined;
  return fetchText(url, { ...about, found });
}

/**
 * Asks the name servers directly: `dns.lookup` would hold one of the four threads of the process for as long as they
 * are silent, and cannot be cancelled.
 */
async function resolveHost(host: string, { nameServers, signal }: Reading): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: 800, tries: 3 });
  if (nameServers) resolver.setServers(nameServers);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  // A name without IP addresses of one family rejects; a name without any returns an empty list.
  const lookups = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return lookups.flatMap((lookup, index) =>
    lookup.status === 'fulfilled' ? lookup.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
}

function fetchText(url: URL, about: Reading & { found: LookupAddress[] }): Promise<SiteText | undefined> {
  const { found, signal, ca, port = 443 } = about;
  // One IP address of each family: a stranger's list must not make this service connect to many hosts.
  const pinned = [4, 6].flatMap((family) => found.find((address) => address.family === family) ?? []);
  const lookup: RequestOptions['lookup'] = (_, options, callback) =>
    options.all ? callback(null, pinned) : callback(null, pinned[0]?.address ?? '', pinned[0]?.family);
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Quire' };
  const { promise, resolve, reject } = Promise.withResolvers<SiteText | undefined>();
  const request = httpsRequest(url, { port, headers, lookup, signal, agent: false, ...(ca && { ca }) }, (response) => {
    const refuse = () => {
      resolve(undefined);
      request.destroy();
    };
    const type = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const isJson = type === 'application/json' || type.endsWith('+json');
    if (response.statusCode !== 200 || !isJson) return refuse();
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) refuse();
    });
    response.once('error', reject);
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ text, cacheControl: response.headers['cache-control'] });
    });
  });
  request.once('error', reject);
  request.end();
  return promise;
}
