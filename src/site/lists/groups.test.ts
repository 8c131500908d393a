import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { findGroup } from './groups.ts';

const part = (slug: string, number: number, date: string) => ({
  ...makeArticle({ slug, date }),
  series: { id: 'findings', title: 'Findings', part: number },
});
const released = [part('later', 2, '2026-05-02'), part('first', 1, '2026-05-01'), makeArticle({ slug: 'alone' })];

it('a series is read in the order of its parts, an author and a tag in the order of the list', () => {
  expect(findGroup('series', 'findings', released)?.articles.map(({ slug }) => slug)).toEqual(['first', 'later']);
  expect(findGroup('authors', 'editors', released)?.articles).toEqual(released);
  expect(findGroup('tags', 'testing', released)?.articles).toEqual(released);
});

it('does not exist for a group without released articles', () => {
  expect(findGroup('series', 'findings', [])).toBeUndefined();
  expect(findGroup('authors', 'nobody', released)).toBeUndefined();
  expect(findGroup('tags', '', released)).toBeUndefined();
});

it('names an author with URL and biography', () => {
  const group = findGroup('authors', 'editors', released);
  expect(group).toMatchObject({ path: '/authors/editors', title: 'Quire Editors', author: { id: 'editors' } });
});

it('finds a tag in any script, however the letters of its URL are composed', () => {
  const tagged = [{ ...makeArticle({ slug: 'sea' }), tags: ['caf\u00e9', '検索'] }];
  expect(findGroup('tags', 'cafe\u0301', tagged)).toMatchObject({ path: '/tags/caf%C3%A9', title: 'caf\u00e9' });
  expect(findGroup('tags', '検索', tagged)?.path).toBe('/tags/%E6%A4%9C%E7%B4%A2');
});
