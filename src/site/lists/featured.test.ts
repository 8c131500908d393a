import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { chooseFeatured } from './featured.ts';

const articles = [
  makeArticle({ slug: 'sold', tier: 'paid' }),
  makeArticle({ slug: 'open' }),
  makeArticle({ slug: 'older' }),
];

it('shows the article that the owner names, or else the newest that is open to everybody', () => {
  expect(chooseFeatured(articles, 'older')?.slug).toBe('older');
  expect(chooseFeatured(articles, undefined)?.slug).toBe('open');
  expect(chooseFeatured(articles, 'not-out-yet')?.slug).toBe('open');
  expect(chooseFeatured(articles.slice(0, 1), undefined)?.slug).toBe('sold');
  expect(chooseFeatured([], 'open')).toBeUndefined();
});
