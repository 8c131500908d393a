import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClientAddress, createProxyList } from './client-address.ts';

describe('the client address', () => {
  const isProxy = createProxyList(['10.0.0.0/8', '::1']);
  const behindProxy = createClientAddress(isProxy);

  it('is the peer when no proxy is trusted, whatever the client writes', () => {
    expect(createClientAddress(createProxyList([]))('203.0.113.9', '6.6.6.6')).toBe('203.0.113.9');
    expect(behindProxy('203.0.113.9', '6.6.6.6')).toBe('203.0.113.9');
  });

  it('is the right-most IP address that a trusted proxy did not add', () => {
    expect(behindProxy('10.1.2.3', '6.6.6.6, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
    expect(behindProxy('::1', '203.0.113.9')).toBe('203.0.113.9');
  });

  it.each([
    ['203.0.113.7:44321', '203.0.113.7'],
    ['[2001:db8:1:2::5]:44321', '2001:db8:1:2::5'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::5'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('is read from %s, with nothing to the left of it', (hop, address) => {
    const expected = createClientAddress(createProxyList([]))(address, undefined);
    expect(behindProxy('10.1.2.3', hop)).toBe(expected);
    expect(behindProxy('10.1.2.3', `9.9.9.9, ${hop}`)).toBe(expected);
    expect(behindProxy('10.1.2.3', `9.9.9.9, ${hop}, 10.9.9.9:1234`)).toBe(expected);
  });

  it.each([
    'unknown',
    '_hidden',
    'client.example',
    '',
    '203.0.113.7:',
    '203.0.113.7:444444',
    '1.2.3.4.5',
    'fe80::1%eth0',
  ])('is the proxy when the nearest hop is "%s", whatever is to the left of it', (hop) => {
    expect(behindProxy('10.1.2.3', hop)).toBe('10.1.2.3');
    expect(behindProxy('10.1.2.3', `9.9.9.9, ${hop}`)).toBe('10.1.2.3');
    expect(behindProxy('10.1.2.3', `9.9.9.9, ${hop}, 10.9.9.9`)).toBe('10.1.2.3');
  });

  it('never depends on what a client wrote, whatever its proxy appends', () => {
    const written = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:[], %_-unknow') });
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const appended = fc.oneof(
      address,
      fc.tuple(fc.ipV4(), fc.nat(65_535)).map(([ip, port]) => `${ip}:${port}`),
      fc.tuple(fc.ipV6(), fc.nat(65_535)).map(([ip, port]) => `[${ip}]:${port}`),
      fc.constantFrom('unknown', '', '_x'),
    );
    fc.assert(
      fc.property(written, fc.oneof(written, address), appended, (one, other, hop) => {
        // A proxy that appends a trusted one says that the element before it is not forged.
        fc.pre(!isProxy(hop) && !isProxy(hop.replace(/^\[?([^\]]*)\]?:\d+$/, '$1')));
        expect(behindProxy('10.1.2.3', `${one}, ${hop}`)).toBe(behindProxy('10.1.2.3', `${other}, ${hop}`));
      }),
    );
  });

  it('is of one IPv6 network the same, however its holder moves within it', () => {
    const direct = createClientAddress(createProxyList([]));
    expect(direct('2001:db8:1:2::1', undefined)).toBe(direct('2001:db8:1:2:aaaa::9', undefined));
    expect(direct('2001:db8:1:2::1', undefined)).not.toBe(direct('2001:db8:1:3::1', undefined));
    expect(behindProxy('::1', '2001:db8:1:2::1')).toBe(direct('2001:db8:1:2::9', undefined));
  });

  it('reads an IPv4 peer that arrives mapped into IPv6', () => {
    expect(behindProxy('::ffff:10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  });

  it.each(['everyone', '10.0.0.0/99', '10.0.0.0/', '::1/129'])('says which setting is wrong of %s', (entry) => {
    expect(() => createProxyList([entry])).toThrow(`TRUSTED_PROXIES: "${entry}" is not an IP address`);
  });
});
