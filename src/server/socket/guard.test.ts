import { describe, expect, it } from 'vitest';
import { checkRequest, hostCheck } from './guard.ts';

const isKnownHost = hostCheck('https://quire.test', ['Mirror.test:8443']);
const arrive = (url: string, rawHeaders = ['Host', 'quire.test']) =>
  checkRequest({ url, rawHeaders }, isKnownHost)?.status;

describe('the guard', () => {
  it('lets an ordinary request pass', () => {
    expect(arrive('/api/v1/articles?page=2')).toBeUndefined();
    expect(arrive('/', ['host', 'MIRROR.test:1'])).toBeUndefined();
  });

  it.each([
    '/a//b',
    '/a%2fb',
    '/a%5Cb',
    '/a%00',
    '/a/../b',
    '/a/%2e%2e/b',
    '/a/.',
    '/%zz',
    '/a%0d%0ab',
    '/a\\b',
    'ftp://quire.test/',
    '*',
    '/a#b',
  ])('refuses the path %s', (url) => {
    expect(arrive(url)).toBe(400);
  });

  it('refuses a Host that is not ours, two of them, or none', () => {
    expect(arrive('/', ['Host', 'evil.example'])).toBe(421);
    expect(arrive('/', ['Host', 'quire.test', 'Host', 'evil.example'])).toBe(400);
    expect(arrive('/', [])).toBe(400);
  });

  it('goes by the authority of the target before the Host header', () => {
    const rawHeaders = ['Host', 'quire.test'];
    const arriveAt = (authority: string) => checkRequest({ url: '/', rawHeaders, authority }, isKnownHost);
    expect(arriveAt('mirror.test:80')).toBeUndefined();
    expect(arriveAt('evil.example')?.status).toBe(421);
    expect(arriveAt('user@quire.test')?.status).toBe(421);
  });

  it('rejects endless URLs', () => {
    expect(arrive(`/${'a'.repeat(9_000)}`)).toBe(414);
  });

  it('accepts all loopback names if the base URL is one of them', () => {
    const isLoopback = hostCheck('http://localhost:4321', []);
    for (const host of ['localhost', 'LOCALHOST:4321', '127.0.0.1:80', '[::1]', '[::1]:4321']) {
      expect([host, isLoopback(host)]).toEqual([host, true]);
    }
    expect(isLoopback('quire.test')).toBe(false);
  });
});
