import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each([
  ['93.184.216.34', 4, true],
  ['172.32.0.1', 4, true],
  ['172.31.255.255', 4, false],
  ['100.64.0.1', 4, false],
  ['198.19.0.1', 4, false],
  ['224.0.0.1', 4, false],
  ['255.255.255.255', 4, false],
  ['0.0.0.0', 4, false],
  ['2606:4700::1111', 6, true],
  ['::', 6, false],
  ['::ffff:127.0.0.1', 6, false],
  ['::ffff:93.184.216.34', 6, false],
  ['64:ff9b::7f00:1', 6, false],
  ['fd00::1', 6, false],
  ['fe80::1', 6, false],
  ['ff02::1', 6, false],
  ['2001:db8::1', 6, false],
  ['2002:7f00:1::', 6, false],
])('takes %s (IPv%i) for public: %s', (host, family, expected) => {
  expect(isPublicAddress({ address: host, family })).toBe(expected);
});
