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

it('gives the slug of a removed article precedence over the same former name of another, which its id still finds', () => {
  const removed = { date: '2026-05-02', reason: 'Counted twice.', replacement: null };
  const withdrawn = [
    { ...removed, id: 'new', slug: 'a', formerSlugs: ['new'] },
    { ...removed, id: 'a', slug: 'b', formerSlugs: ['a'] },
  ];
  const catalogue = createCatalogue({ articles: [], withdrawn }, () => 0);
  expect(['a', 'b'].map((name) => catalogue.findWithdrawn(name)?.id)).toEqual(['new', 'a']);
  expect(['a', 'new'].map((id) => catalogue.findWithdrawnById(id)?.slug)).toEqual(['b', 'a']);
});
