import { describe, expect, it } from 'vitest';
import { createClientAddress, createProxyList } from './client-address.ts';

describe('the client address', () => {
  const behindProxy = createClientAddress(createProxyList(['10.0.0.0/8', '::1']));

  it('is the peer when no proxy is trusted, whatever the client writes', () => {
    expect(createClientAddress(createProxyList([]))('203.0.113.9', '6.6.6.6')).toBe('203.0.113.9');
    expect(behindProxy('203.0.113.9', '6.6.6.6')).toBe('203.0.113.9');
  });

  it('is the right-most address that a trusted proxy did not add', () => {
    expect(behindProxy('10.1.2.3', '6.6.6.6, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
    expect(behindProxy('::1', '203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the proxy when it forwards nothing that is an address', () => {
    expect(behindProxy('10.1.2.3', 'unknown')).toBe('10.1.2.3');
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
    expect(() => createProxyList([entry])).toThrow(`TRUSTED_PROXIES: "${entry}" is not an address`);
  });
});
