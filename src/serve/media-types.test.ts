import { expect, it } from 'vitest';
import { mediaType } from './media-types.ts';

it('serves a table as CSV (RFC 4180) and a script as text that nothing runs', () => {
  expect(mediaType('/figures/a/b.csv', 'b.csv')).toBe('text/csv; charset=utf-8');
  expect(mediaType('/artifacts/a/b.mjs', 'b.mjs')).toBe('text/plain; charset=utf-8');
});
