import { expect, test } from 'vitest';
import type { Page, PublicLibrary, SoldLibrary } from './library.ts';
import { hashLibrary, writeLibraryText } from './library-text.ts';

const page: Page = {
  name: 'why',
  title: 'Why',
  description: 'Why it is.',
  updated: null,
  body: { markdown: 'ab', html: 'c' },
  outline: [],
  sections: [{ id: null, heading: '', text: 'ab' }],
};
const library: PublicLibrary = {
  format: 1,
  baseUrl: 'http://localhost:4321',
  contentHash: 'x',
  articles: [],
  pages: [page, page],
  tiers: [],
};

test('the pieces are the JSON of the library', () => {
  expect(JSON.parse([...writeLibraryText(library)].join(''))).toEqual(library);
  const body = { markdown: 'ab', html: 'c' };
  const sold: SoldLibrary = {
    format: 1,
    contentHash: 'x',
    articles: [{ slug: 'a', body, sections: [], contentDigest: 'y' }],
  };
  expect(JSON.parse([...writeLibraryText(sold)].join(''))).toEqual(sold);
});

test('any change of content changes the hash, even where one text ends and the next begins', () => {
  const shifted = { ...page, body: { markdown: 'a', html: 'bc' } };
  const changed = [
    { ...library, pages: [page] },
    { ...library, pages: [page, shifted] },
    { ...library, baseUrl: 'http://other' },
  ];
  const hashes = [library, ...changed].map(hashLibrary);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashLibrary({ ...library })).toBe(hashes[0]);
});
