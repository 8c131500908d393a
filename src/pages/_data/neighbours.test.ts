import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import type { PublicArticle } from '../../content/library.ts';
import { findSeries } from './neighbours.ts';

const slugs = (articles: readonly PublicArticle[]) => articles.map(({ slug }) => slug);

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
