import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import type { PublicArticle } from '../../content/library.ts';
import { findSeries, relateArticles } from './neighbours.ts';

const tagged = (slug: string, tags: string[], date = '2026-03-01'): PublicArticle => ({
  ...makeArticle({ slug, date }),
  tags,
});
const slugs = (articles: readonly PublicArticle[]) => articles.map(({ slug }) => slug);

describe('what to read next', () => {
  it('prefers a rare tag over a common one, and the newer of equals', () => {
    const self = tagged('self', ['http', 'rare']);
    const released = [
      tagged('newest', ['other'], '2026-09-01'),
      tagged('common-new', ['http'], '2026-08-01'),
      self,
      tagged('common-old', ['http'], '2026-02-01'),
      tagged('rare-old', ['rare'], '2026-01-01'),
    ];
    expect(slugs(relateArticles(self, released))).toEqual(['rare-old', 'common-new', 'common-old']);
  });

  it('fills up with the newest, never with the article itself, and names nobody twice', () => {
    const self = tagged('self', ['alone'], '2026-09-02');
    const released = [self, tagged('a', ['x'], '2026-09-01'), tagged('b', ['y'], '2026-08-01')];
    expect(slugs(relateArticles(self, released))).toEqual(['a', 'b']);
  });

  it('mentions only what is on the list it is given', () => {
    const self = tagged('self', ['http']);
    expect(relateArticles(self, [self])).toEqual([]);
  });
});

describe('a series', () => {
  const part = (slug: string, number: number): PublicArticle => ({
    ...makeArticle({ slug }),
    series: { id: 's', title: 'A series', part: number },
  });

  it('is in the order of its parts, whatever the dates say', () => {
    const [one, two, three] = [part('one', 1), part('two', 2), part('three', 3)];
    expect(slugs(findSeries(two, [three, one, two]))).toEqual(['one', 'two', 'three']);
  });

  it('is empty for an article that is in none', () => {
    const alone = makeArticle({ slug: 'alone' });
    expect(findSeries(alone, [alone, part('one', 1)])).toEqual([]);
  });
});
