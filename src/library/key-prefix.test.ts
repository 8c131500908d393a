import { expect, it } from 'vitest';
import { toKeyPrefix } from './key-prefix.ts';

it.each([
  ['Acme Journal', 'acmejournal'],
  ['Müller & Söhne', 'mullersohne'],
  ['3 Sisters', 'sisters'],
  ['A very long name of a publication', 'averylongnameofa'],
  ['日本語', 'journal'],
  ['X', 'journal'],
])('makes of the name %s what keys begin with', (name, prefix) => {
  expect(toKeyPrefix(name)).toBe(prefix);
});
