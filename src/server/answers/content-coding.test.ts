import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseForm, makeForms, plainForm, sizeOf } from './content-coding.ts';

const bytes = new TextEncoder().encode('The walrus counts its lanterns. '.repeat(200));
const forms = await makeForms(bytes);

describe('the form that is sent', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['BR', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', undefined],
    ['brotli, xgzip', undefined],
  ] as const)('is, for Accept-Encoding %s, %s', (header, coding) => {
    expect(chooseForm(forms, header).coding).toBe(coding);
  });

  it('unpacks to the plain bytes', () => {
    expect(new Uint8Array(brotliDecompressSync(chooseForm(forms, 'br').bytes))).toEqual(bytes);
    expect(new Uint8Array(gunzipSync(chooseForm(forms, 'gzip').bytes))).toEqual(bytes);
    expect(chooseForm(forms, null).bytes).toBe(bytes);
  });

  it('has a strong tag of its own', () => {
    const tags = ['br', 'gzip', 'identity'].map((header) => chooseForm(forms, header).etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it('is plain where compressing was not worth it', async () => {
    for (const plain of [plainForm(bytes), await makeForms(bytes.slice(0, 500))])
      expect(chooseForm(plain, 'br, gzip')).toEqual({ etag: plain.etag, bytes: plain.bytes, coding: undefined });
  });
});

it('weighs all forms that are kept', () => {
  expect(sizeOf(forms)).toBe(bytes.length + (forms.br?.length ?? 0) + (forms.gzip?.length ?? 0));
  expect(sizeOf(plainForm(bytes))).toBe(bytes.length);
});
