import { BlockList, isIP } from 'node:net';

/**
 * Who is calling, by address. X-Forwarded-For is believed only from a trusted proxy, and then the right-most
 * address that is not itself a trusted proxy counts: what stands left of it the client could have written.
 * @param trusted addresses and CIDR blocks
 * @throws Error when one of them is not an address
 */
export function createClientAddress(
  trusted: readonly string[],
): (peer: string, forwardedFor: string | undefined) => string {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new Error(`TRUSTED_PROXIES: "${entry}" is not an address or a CIDR block.`);
    proxies.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (peer, forwardedFor) => {
    const direct = peer.replace(/^::ffff:/, '');
    if (!forwardedFor || !isTrusted(direct)) return direct;
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    return hops.reverse().find((hop) => isIP(hop) !== 0 && !isTrusted(hop)) ?? direct;
  };
}
