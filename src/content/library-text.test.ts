import { expect, test } from 'vitest';
import type { CompiledLibrary, CompiledSoldLibrary, Page } from './library.ts';
import { hashLibrary, writeLibraryText } from './library-text.ts';

const page: Page = {
  name: 'why',
  title: 'Why',
  description: 'Why it is.',
  updated: null,
  body: { markdown: 'ab', html: 'c' },
  outline: [],
};
const sections = [{ id: null, heading: '', text: 'ab' }];
const library: CompiledLibrary = {
  format: 1,
  baseUrl: 'http://localhost:4321',
  contentHash: 'x',
  articles: [],
  pages: [
    { ...page, sections },
    { ...page, sections },
  ],
  tiers: [],
};

test('the pieces are the JSON of the library, without the sections, which only the indexes need', () => {
  expect(JSON.parse([...writeLibraryText(library)].join(''))).toEqual({ ...library, pages: [page, page] });
  const article = { slug: 'a', body: { markdown: 'ab', html: 'c' }, contentDigest: 'y' };
  const sold: CompiledSoldLibrary = { format: 1, contentHash: 'x', articles: [{ ...article, sections }] };
  expect(JSON.parse([...writeLibraryText(sold)].join(''))).toEqual({ ...sold, articles: [article] });
});

test('any change of content changes the hash, even where one text ends and the next begins', () => {
  const first = { ...page, sections };
  const shifted = { ...first, body: { markdown: 'a', html: 'bc' } };
  const changed = [
    { ...library, pages: [first] },
    { ...library, pages: [first, shifted] },
    { ...library, baseUrl: 'http://other' },
  ];
  const hashes = [library, ...changed].map(hashLibrary);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashLibrary({ ...library })).toBe(hashes[0]);
});
