import { BlockList, isIP } from 'node:net';
import { groupAddress } from '../../core/limits/rate-limit.ts';

/** An IPv4 address that a socket for both families writes as one of IPv6, as it is otherwise written. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/**
 * Is an address that of a trusted proxy?
 * @param trusted addresses and CIDR blocks
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
      throw new Error(`TRUSTED_PROXIES: "${entry}" is not an address or a CIDR block.`);
    proxies.addSubnet(address, prefix === undefined ? longest : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An address with or without a port; one of IPv6 with a port stands in brackets (RFC 3986 section 3.2.2). */
const hopPattern = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i;

/** The address in one element of X-Forwarded-For; undefined for `unknown`, a name, or anything else. */
function readHop(text: string): string | undefined {
  const [, inBrackets, beforePort] = hopPattern.exec(text) ?? [];
  const address = plainAddress(inBrackets ?? beforePort ?? text);
  return isIP(address) === 0 || address.includes('%') ? undefined : address;
}

/**
 * The address of the caller. X-Forwarded-For is believed only from a trusted proxy, and then the right-most address that is not
 * itself a trusted proxy counts: the client could have written everything to the left of it. An element that is not an address
 * ends the search, and the caller is the proxy: the next element could be forged.
 * @returns the part of it that its holder cannot change at will, for everything behind the socket
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
