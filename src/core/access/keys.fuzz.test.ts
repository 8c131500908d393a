import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import type { Scope } from './caller.ts';

const keyring = createTestKeyring();
const digits = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''));
const grants = fc.record({
  id: digits(20),
  scopes: fc.subarray<Scope>(['articles:read', 'mcp:connect']),
  issuedAt: fc.integer({ min: 0, max: 0xffff_ffff }).map((seconds) => seconds * 1_000),
});

test('every grant comes back from its key', () => {
  fc.assert(
    fc.property(grants, (grant) => {
      expect(keyring.verify(keyring.mint(grant))).toEqual({ ...grant, plan: 'demo' });
    }),
    { numRuns: 2_000 },
  );
});

test('no text that we did not mint is a key, and none makes verify throw', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    digits(64).map((hex) => `quire_demo_${hex}`),
    digits(64).map((hex) => `quire_demo_${keyring.kid}${hex.slice(2)}`),
    fc.string({ unit: 'binary' }).map((text) => `quire_demo_${text}`),
  );
  fc.assert(
    fc.property(texts, (text) => keyring.verify(text) === undefined),
    { numRuns: 10_000 },
  );
});

test('a minted key with anything added, cut, spaced or in another case is none', () => {
  const edits = fc.constantFrom<((key: string, at: number) => string)[]>(
    (key, at) => `${key.slice(0, at)}0${key.slice(at)}`,
    (key, at) => key.slice(0, at) + key.slice(at + 1),
    (key, at) => `${key.slice(0, at)}\u0000${key.slice(at + 1)}`,
    (key) => `${key} `,
    (key) => ` ${key}`,
    (key) => `${key}\n`,
    (key) => key.toUpperCase(),
    (key) => key.replace('quire', 'Quire'),
    (key) => key + key,
  );
  fc.assert(
    fc.property(grants, edits, fc.nat(74), (grant, edit, at) => {
      const key = keyring.mint(grant);
      expect(keyring.verify(edit(key, at))).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
});
