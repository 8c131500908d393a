import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRequestId, newRequestId, parseTarget } from './node-request.ts';

it('gives each request another ID', () => {
  const names = Array.from({ length: 2_000 }, newRequestId);
  expect(new Set(names).size).toBe(2_000);
  for (const name of names) expect(name).toMatch(/^[\w-]{16}$/);
});

it.each([
  ['mine-1_2', true],
  ['', false],
  ['a b', false],
  ['a"b', false],
  ['x'.repeat(65), false],
])('echoes %j: %s', (offered, isEchoed) => {
  expect(chooseRequestId({ headers: { 'x-request-id': offered } }) === offered).toBe(isEchoed);
});

describe('a request target', () => {
  it.each([
    ['/why?a=%41', '/why?a=%41', undefined],
    ['/%77h%79', '/why', undefined],
    ['/a%2Fb%20c%C3%A9%25%2e', '/a%2Fb%20c%C3%A9%25.', undefined],
    ['/%2577hy', '/%2577hy', undefined],
    ['http://quire.test/why?x', '/why?x', 'quire.test'],
    ['HTTPS://quire.test:8443', '/', 'quire.test:8443'],
    ['http://quire.test?x', '/?x', 'quire.test'],
    ['http://user@evil.example/', '/', 'user@evil.example'],
    ['ftp://quire.test/', 'ftp://quire.test/', undefined],
    ['quire.test:443', 'quire.test:443', undefined],
  ])('%s is read as %s', (request, url, authority) => {
    expect(parseTarget({ method: 'GET', url: request })).toEqual({ url, authority });
  });

  it('of the whole server is its root, for OPTIONS alone', () => {
    expect(parseTarget({ method: 'OPTIONS', url: '*' }).url).toBe('/');
    expect(parseTarget({ method: 'GET', url: '*' }).url).toBe('*');
  });

  it('keeps what it names, and is read the same twice', () => {
    const path = fc
      .webPath({ size: 'small' })
      .chain((text) => fc.array(fc.nat(255)).map((codes) => text + codes.map(toEscape).join('')));
    fc.assert(
      fc.property(path, (text) => {
        const { url } = parseTarget({ url: `/${text}` });
        expect(parseTarget({ url })).toEqual({ url, authority: undefined });
        expect(toBytes(url)).toEqual(toBytes(`/${text}`));
      }),
    );
  });
});

const toEscape = (code: number) => `%${code.toString(16).padStart(2, '0')}`;

function toBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
