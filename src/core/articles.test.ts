import { expect, it } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { createCatalogue } from './articles.ts';

it('lists articles as they are released, also 200,000 scheduled ones', () => {
  const article = makeArticle({ slug: 'any' });
  const articles = Array.from({ length: 200_000 }, (_, index) => ({
    ...article,
    slug: `a${index}`,
    id: `a${index}`,
    releaseAt: 200_000 - index,
  }));
  let clock = 0;
  const catalogue = createCatalogue({ articles, withdrawn: [] }, () => clock);
  expect([catalogue.list().length, catalogue.unchangedFor()]).toEqual([0, 1]);
  clock = 199_999;
  expect([catalogue.list().length, catalogue.unchangedFor()]).toEqual([199_999, 1]);
  clock = 3;
  expect([catalogue.list().length, catalogue.unchangedFor()]).toEqual([3, 1]);
  clock = 200_000;
  expect([catalogue.list().length, catalogue.unchangedFor()]).toEqual([200_000, Number.POSITIVE_INFINITY]);
});
