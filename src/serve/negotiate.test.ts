import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { computeEtag, encode, toBodyVariants, totalBytes } from './body-variants.ts';
import { isNotModified, selectResponse } from './negotiate.ts';
import type { CacheEntry } from './response-cache.ts';

const type = 'text/plain; charset=utf-8';
const bytes = new TextEncoder().encode('The walrus counts its lanterns. '.repeat(200));
const forms = toBodyVariants(await encode(bytes, { type, quality: 5 }), { type, tag: computeEtag(bytes) });
const reply: CacheEntry = { status: 200, headers: ['vary', 'Accept-Encoding'], content: forms };

function ask(headers: Record<string, string> = {}, { method = 'GET', of = reply } = {}) {
  const part = selectResponse(of, { method, headers: new Headers(headers), requestId: 'one' });
  const named: Record<string, string> = {};
  for (let at = 0; at < part.headers.length; at += 2) named[part.headers[at] ?? ''] = part.headers[at + 1] ?? '';
  return { ...part, headers: named };
}

describe('the form that is sent', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=1, br;q=0.1', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['br;q=0.0', undefined],
    ['identity;q=0', undefined],
    ['brotli, xgzip', undefined],
  ])('is, for Accept-Encoding %s, %s', (header, encoding) => {
    expect(ask(header === undefined ? {} : { 'accept-encoding': header }).headers['content-encoding']).toBe(encoding);
  });

  it('decodes to the plain bytes, with the length that the header states', () => {
    const br = ask({ 'accept-encoding': 'br' });
    const gzip = ask({ 'accept-encoding': 'gzip' });
    if (!(br.body instanceof Uint8Array && gzip.body instanceof Uint8Array)) throw new Error('These are not bytes.');
    expect(new Uint8Array(brotliDecompressSync(br.body))).toEqual(bytes);
    expect(new Uint8Array(gunzipSync(gzip.body))).toEqual(bytes);
    expect(br.headers['content-length']).toBe(String(br.body.length));
  });

  it('has a strong tag of its own', () => {
    const tags = ['br', 'gzip', 'identity'].map((header) => ask({ 'accept-encoding': header }).headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it('is plain where compressing is not worth it', async () => {
    const short = await encode(bytes.slice(0, 500), { type, quality: 5 });
    const picture = await encode(bytes, { type: 'image/png', quality: 5 });
    for (const coded of [short, picture]) {
      const of = { ...reply, content: toBodyVariants(coded, { type }) };
      expect(ask({ 'accept-encoding': 'br, gzip' }, { of }).headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('a condition', () => {
  const { etag = '' } = ask().headers;

  it.each([etag, `W/${etag}`, `"x", ${etag}`, '*', ' * '])('is met by %s: nothing is sent but the tag', (known) => {
    const part = ask({ 'if-none-match': known });
    expect([part.status, part.body, part.headers]).toEqual([
      304,
      undefined,
      { vary: 'Accept-Encoding', etag, 'x-request-id': 'one' },
    ]);
  });

  it('is met by the tag of the same form only', () => {
    expect(isNotModified('"x"', etag)).toBe(false);
    expect(isNotModified(`${'"x",'.repeat(99)}${etag}`, etag)).toBe(true);
    expect(isNotModified(`${'"x",'.repeat(100)}${etag}`, etag), 'behind a hundred others').toBe(false);
    expect(ask({ 'if-none-match': etag, 'accept-encoding': 'br' }).status).toBe(200);
  });
});

it('leaves the body of HEAD out and says its length', () => {
  const part = ask({}, { method: 'HEAD' });
  expect([part.body, part.headers['content-length']]).toEqual([undefined, String(bytes.length)]);
});

it('counts the bytes of all cached encodings', () => {
  expect(totalBytes(forms)).toBe(bytes.length + (forms.br?.bytes.length ?? 0) + (forms.gzip?.bytes.length ?? 0));
});
