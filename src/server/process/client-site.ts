import { promises as dns, type LookupAddress } from 'node:dns';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { ReadSite, SiteAnswer } from '../../protocols/oauth/client-documents.ts';

/** The whole of a reading: name, connection and document. */
const waitMs = 3_000;
const mostBytes = 10 * 1024;
/** At the same time: strangers decide how many addresses are asked for. */
const mostAtOnce = 16;

const unreadable = (reason: string): SiteAnswer => ({ kind: 'unreadable', reason });

/** How a test stands in for a site of the internet. The service itself is given none. */
export interface TestSite {
  resolve(host: string): Promise<LookupAddress[]>;
  isPublic(address: LookupAddress): boolean;
  /** PEM of the authority that its certificate is checked against. */
  ca: string;
}

/**
 * Reads documents of strangers (contract.md, OAuth): https, public addresses only, no redirects, 10 KiB, 3 seconds. The address that
 * was found public is the one that is connected to, so a name cannot mean another host a moment later.
 */
export function createSiteReader(test?: TestSite): ReadSite {
  const resolve = test?.resolve ?? ((host) => dns.lookup(host, { all: true }));
  const isPublic = test?.isPublic ?? isPublicAddress;
  let underway = 0;

  async function read(url: URL, signal: AbortSignal): Promise<SiteAnswer> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const found = family ? [{ address: host, family }] : await resolve(host);
    const [first] = found;
    if (!first || !found.every(isPublic)) return unreadable('Its host is not on the public internet.');
    return readFrom(url, { first, signal, ca: test?.ca });
  }

  return async (url) => {
    if (underway >= mostAtOnce) return unreadable('Too many documents are being read; try again.');
    underway += 1;
    const signal = AbortSignal.timeout(waitMs);
    try {
      return await Promise.race([read(url, signal), rejectAt(signal)]);
    } catch (thrown) {
      if (signal.aborted) return unreadable(`It was not there within ${waitMs / 1000} seconds.`);
      const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
      return unreadable(`It could not be reached (${typeof code === 'string' ? code : 'no connection'}).`);
    } finally {
      underway -= 1;
    }
  };
}

/** The lookup of a name cannot be aborted, only left behind. */
function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function readFrom(
  url: URL,
  about: { first: LookupAddress; signal: AbortSignal; ca: string | undefined },
): Promise<SiteAnswer> {
  const { first, signal, ca } = about;
  const lookup: RequestOptions['lookup'] = (_, options, answer) =>
    options.all ? answer(null, [first]) : answer(null, first.address, first.family);
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Quire' };
  const { promise, resolve, reject } = Promise.withResolvers<SiteAnswer>();
  const request = httpsRequest(url, { headers, lookup, signal, agent: false, ...(ca && { ca }) }, (response) => {
    const finish = (answer: SiteAnswer) => {
      resolve(answer);
      request.destroy();
    };
    const { statusCode, headers: said } = response;
    const type = said['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (statusCode !== 200) return finish(unreadable(`It answered ${statusCode}; a redirect is not followed.`));
    if (type !== 'application/json' && !type.endsWith('+json')) {
      return finish(unreadable(`Its type is ${JSON.stringify(type.slice(0, 60))}, not JSON.`));
    }
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > mostBytes) finish(unreadable(`It is over ${mostBytes / 1024} KiB.`));
    });
    response.once('error', reject);
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ kind: 'read', text, cacheControl: said['cache-control'] });
    });
  });
  request.once('error', reject);
  request.end();
  return promise;
}

/** What the registries of special-purpose addresses (RFC 6890) keep from the public internet. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, bits, 'ipv4');
}
// Within 2000::/3, which is all that is public of IPv6: Teredo and its kin, documentation, 6to4.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, bits, 'ipv6');
}
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress({ address, family }: LookupAddress): boolean {
  if (family === 4) return !special.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
