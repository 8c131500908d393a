import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { searchableArticle } from '../../build/searchable.ts';
import { createCatalogue } from '../../core/articles.ts';
import type { PublicArticle } from '../../library/library.ts';
import { buildIndex } from '../../search/build.ts';
import { openIndex } from '../../search/flexsearch-engine.ts';
import { createRelatedFinder, findSeries } from './neighbours.ts';

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

describe('related articles', () => {
  it('are the most similar articles that are released and not retracted', () => {
    const text = 'Lichens grow on old granite walls.';
    const own = makeArticle({ slug: 'own', text });
    const articles = [
      own,
      makeArticle({ slug: 'alike', text: 'Lichens grow slowly on granite.' }),
      makeArticle({ slug: 'scheduled', text, releaseAt: Date.UTC(2030, 0, 1) }),
      {
        ...makeArticle({ slug: 'withdrawn', text }),
        retracted: { date: '2026-04-01', reason: 'The walls were slate.' },
      },
    ];
    const engine = openIndex(buildIndex(articles.map(searchableArticle)));
    const catalogue = createCatalogue({ articles, withdrawn: [] }, () => Date.UTC(2026, 5, 1));
    expect(slugs(createRelatedFinder({ engine, catalogue })(own))).toEqual(['alike']);
  });
});
