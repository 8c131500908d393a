import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from '../service-error.ts';
import { locateIdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts';

test.each([
  [null, undefined],
  ['1', '1'],
  ['  spaced  ', 'spaced'],
  ['with a space', 'with a space'],
  ['"quoted"', 'quoted'],
  ['"a \\"b\\" \\\\ c"', 'a "b" \\ c'],
  ['bare "inside"', 'bare "inside"'],
  ['x'.repeat(255), 'x'.repeat(255)],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
])('%j is the key %j', (header, key) => {
  expect(parseIdempotencyKey(header)).toBe(key);
});

test.each(['', '   ', '""', '"', '"open', '"a"b"', '"a\\b"', '"a";p=1', 'ä', 'a\u0000b', 'a\tb', 'x'.repeat(256)])(
  '%j is refused',
  (header) => {
    expect(() => parseIdempotencyKey(header)).toThrow(ServiceError);
  },
);

test('any input gives a printable key of 1 to 255 characters or invalid_request', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })), (header) => {
      try {
        expect(parseIdempotencyKey(header)).toMatch(/^[ -~]{1,255}$/);
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_request' });
      }
    }),
    { numRuns: 10_000 },
  );
});

test('every printable key is read back from its quoted form', () => {
  const printable = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 255,
  });
  fc.assert(
    fc.property(printable, (key) => {
      expect(parseIdempotencyKey(`"${key.replaceAll(/["\\]/g, '\\$&')}"`)).toBe(key);
    }),
    { numRuns: 2_000 },
  );
});

test('the place of a key tells nothing of it, and differs by scope', async () => {
  const places = await Promise.all([locateIdempotencyKey('a', 'key'), locateIdempotencyKey('b', 'key')]);
  expect(places[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(places[0]).not.toBe(places[1]);
});
