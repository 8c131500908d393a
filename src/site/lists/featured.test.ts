import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import type { PublicArticle } from '../../library/library.ts';
import { chooseFeatured, composeIssue } from './featured.ts';

const paid = makeArticle({ slug: 'newest', tier: 'paid' });
const free = makeArticle({ slug: 'free' });
const older = makeArticle({ slug: 'older' });
const finding = { value: '62 %', text: 'of it', sectionId: null };
const withFinding = (slug: string): PublicArticle => ({ ...makeArticle({ slug }), finding });
const slugs = (articles: readonly PublicArticle[]) => articles.map(({ slug }) => slug);

it('leads with the article that the owner names, and with the newest free one while that is not released', () => {
  expect(chooseFeatured([paid, free, older], 'older')).toBe(older);
  expect(chooseFeatured([paid, free], 'older')).toBe(free);
});

it('leads with a paid article where there is nothing else, and with none where there is nothing', () => {
  expect(chooseFeatured([paid], undefined)).toBe(paid);
  expect(chooseFeatured([], undefined)).toBeUndefined();
});

describe('a front page', () => {
  it.each([0, 1, 3, 300])('of %i articles shows each of them once, and no more rows than fit', (count) => {
    const articles = Array.from({ length: count }, (_, at) => makeArticle({ slug: `a${at}` }));
    const { lead, pair, rest } = composeIssue(articles, {});
    const shown = slugs([...(lead ? [lead] : []), ...pair, ...rest]);
    expect(shown).toEqual(slugs(articles).slice(0, 11));
  });

  it('shows the newest findings but that of the lead, or those of the articles that the owner names', () => {
    const articles = ['a', 'b', 'c', 'd', 'e'].map(withFinding);
    expect(slugs(composeIssue([free, ...articles], {}).measured)).toEqual(['a', 'b', 'c']);
    expect(slugs(composeIssue(articles, { featured: 'b' }).measured)).toEqual(['a', 'c', 'd']);
    expect(slugs(composeIssue(articles, { numbers: ['e', 'gone', 'c'] }).measured)).toEqual(['e', 'c']);
  });
});
