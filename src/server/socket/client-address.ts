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

/**
 * Who is calling, by address. X-Forwarded-For is believed only from a trusted proxy, and then the right-most
 * address that is not itself a trusted proxy counts: what stands left of it the client could have written.
 * @returns the part of it that its holder cannot change at will, for everything behind the socket
 */
export function createClientAddress(
  isTrusted: (address: string) => boolean,
): (peer: string, forwardedFor: string | undefined) => string {
  return (peer, forwardedFor) => {
    const direct = plainAddress(peer);
    if (!forwardedFor || !isTrusted(direct)) return groupAddress(direct);
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    return groupAddress(hops.reverse().find((hop) => isIP(hop) !== 0 && !isTrusted(hop)) ?? direct);
  };
}
