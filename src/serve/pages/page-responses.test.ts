import { expect, it } from 'vitest';
import { getContentType } from './page-responses.ts';

it.each([
  ['is HTML without the header', ['vary', 'Origin'], 'text/html; charset=utf-8'],
  ['is HTML in UTF-8', ['content-type', 'text/html'], 'text/html; charset=utf-8'],
  ['is that of the header', ['vary', 'content-type', 'content-type', 'text/csv'], 'text/csv'],
])('the type of a rendered page %s', (_, headers, type) => {
  expect(getContentType({ headers })).toBe(type);
});
