import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { hasFilters, listChoices, parseFilters } from './search-filters.ts';

const free = { ...makeArticle({ slug: 'free' }), tags: ['http', 'state'] };
const paid = { ...makeArticle({ slug: 'paid', tier: 'paid' }), tags: ['http'], language: 'de' };

it('reads filters from a URL, and takes anything invalid for absent', () => {
  expect(parseFilters(new URLSearchParams('q=x&tier=free&tag=http&language=de'))).toMatchObject({
    tier: 'free',
    tag: 'http',
    language: 'de',
    author: undefined,
  });
  expect(hasFilters(parseFilters(new URLSearchParams('q=x&tier=gold&tag=')))).toBe(false);
  for (const language of ['en-x', 'abc-1', 'en-u-ca-buddhist', '']) {
    expect(hasFilters(parseFilters(new URLSearchParams({ language }))), language).toBe(false);
  }
});

it('offers the properties in which results differ, and those that were chosen', () => {
  expect(listChoices([free, paid], {})).toEqual([
    { name: 'tier', values: ['free', 'paid'] },
    { name: 'language', values: ['en', 'de'] },
    { name: 'tag', values: ['http', 'state'] },
  ]);
  expect(listChoices([], { tag: 'gone' })).toEqual([{ name: 'tag', values: ['gone'] }]);
});
