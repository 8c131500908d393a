import { BlockList, isIP } from 'node:net';
import { groupAddress } from '../../core/limits/rate-limit.ts';

/** Returns the usual form of an IPv4 address that a dual-stack socket writes as IPv6. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/**
 * Creates the test for IP addresses of trusted proxies.
 * @param trusted IP addresses and CIDR blocks
 * @throws Error when one of them is neither
 */
export function createProxyList(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const isBlock = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    if (isIP(address) === 0 || !isBlock)
      throw new Error(`TRUSTED_PROXIES: "${entry}" is not an IP address or a CIDR block.`);
    proxies.addSubnet(address, prefix === undefined ? longest : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An IP address with or without a port; IPv6 with a port is in brackets (RFC 3986 section 3.2.2). */
const hopPattern = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i;

/** Reads the IP address of one element of X-Forwarded-For; undefined for `unknown`, a name, or anything else. */
function readHop(text: string): string | undefined {
  const [, inBrackets, beforePort] = hopPattern.exec(text) ?? [];
  const address = plainAddress(inBrackets ?? beforePort ?? text);
  return isIP(address) === 0 || address.includes('%') ? undefined : address;
}

/**
 * Determines the caller's IP address. X-Forwarded-For counts only if it comes from a trusted proxy; then the caller is
 * the right-most element that is not a trusted proxy itself, because the client could have written everything to its
 * left. An element that is not an IP address ends the search, and the caller is the proxy: the next element could be
 * forged.
 * @returns the part of the IP address that its holder cannot change at will; everything behind the socket uses it
 */
export function createClientAddress(
  isTrusted: (address: string) => boolean,
): (peer: string, forwardedFor: string | undefined) => string {
  return (peer, forwardedFor) => {
    const direct = plainAddress(peer);
    if (!forwardedFor || !isTrusted(direct)) return groupAddress(direct);
    const hops = forwardedFor.split(',').map((hop) => readHop(hop.trim()));
    return groupAddress(hops.findLast((hop) => hop === undefined || !isTrusted(hop)) ?? direct);
  };
}
