import { BlockList } from 'node:net';

/** Networks that the registries of special-purpose addresses (RFC 6890) exclude from the public internet. */
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

/** Is this an IP address of the public internet? An IPv4 address inside an IPv6 one (mapped, NAT64) is not. */
export function isPublicAddress({ address, family }: { address: string; family: number }): boolean {
  if (family === 4) return !special.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
