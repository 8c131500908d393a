import { expect, test } from 'vitest';
import { isSameText, sha256 } from './digest.ts';

test('a digest is that of SHA-256, over UTF-8', () => {
  // FIPS 180-4, and RFC 7636 appendix B.
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'base64url')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
  expect(sha256('ä')).not.toBe(sha256('a'));
});

test('texts are equal in every character or not at all', () => {
  expect(isSameText('abc', 'abc')).toBe(true);
  for (const other of ['abd', 'bbc', 'ab', 'abcd', 'ä', '']) expect(isSameText('abc', other)).toBe(false);
  expect(isSameText('ä', 'a')).toBe(false);
});
