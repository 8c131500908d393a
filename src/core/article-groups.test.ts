import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import type { Tier } from '../library/library.ts';
import { type ArticleFilter, groupArticles, passesFilter, selectArticles } from './article-groups.ts';

const tags = fc.uniqueArray(fc.constantFrom<string>('one', 'two', 'three'));
const tiers = fc.constantFrom<Tier>('free', 'paid');
const articles = fc
  .array(fc.record({ tags, tier: tiers }), { maxLength: 12 })
  .map((all) => all.map(({ tags, tier }, at) => ({ ...makeArticle({ slug: `article-${at}`, tier }), tags })));

test('what is selected is what each article says of itself, in the order of the list', () => {
  const tag = fc.option(fc.constantFrom('one', 'two', 'unknown'), { nil: undefined });
  fc.assert(
    fc.property(articles, tag, fc.option(tiers, { nil: undefined }), (list, tag, tier) => {
      const wanted = list.filter(
        (article) => (tag === undefined || article.tags.includes(tag)) && (tier === undefined || article.tier === tier),
      );
      expect(selectArticles(list, { tag, tier })).toEqual(wanted);
    }),
  );
});

test('an article is in its groups once, and lists are grouped once', () => {
  const list = [{ ...makeArticle({ slug: 'twice' }), tags: ['one', 'one'] }];
  expect(groupArticles.tags(list).get('one')).toEqual(list);
  expect(groupArticles.tags(list)).toBe(groupArticles.tags(list));
  expect(selectArticles(list, { author: 'editors' })).toEqual(list);
  expect(selectArticles(list, { author: 'unknown' })).toEqual([]);
});

test('a tag is found in whatever form its letters are composed', () => {
  const article = { ...makeArticle({ slug: 'tagged' }), tags: ['caf\u00e9'] };
  const selection = { tag: 'cafe\u0301' };
  expect(passesFilter(article, selection)).toBe(true);
  expect(selectArticles([article], { ...selection, tier: article.tier })).toEqual([article]);
});

test('a list of one tier does not read the tags and authors of each article', () => {
  const read = vi.fn();
  const article = makeArticle({ slug: 'free', tier: 'free' });
  for (const name of ['tags', 'authors'] as const) Object.defineProperty(article, name, { get: read });
  expect(selectArticles([article], { tier: 'free' })).toHaveLength(1);
  expect(read).not.toHaveBeenCalled();
});

test('an article passes that has every property that is asked for', () => {
  const free = { ...makeArticle({ slug: 'free' }), tags: ['http', 'state'], date: '2026-03-01' };
  const paid = {
    ...makeArticle({ slug: 'paid', tier: 'paid' }),
    tags: ['http'],
    language: 'de',
    updated: '2026-05-01',
  };
  const passing = (filter: ArticleFilter) => [free, paid].map((article) => passesFilter(article, filter));
  expect(passing({})).toEqual([true, true]);
  expect(passing({ tier: 'free' })).toEqual([true, false]);
  expect(passing({ tag: 'http', language: 'de' })).toEqual([false, true]);
  expect(passing({ changedSince: '2026-05-01' })).toEqual([false, true]);
});
