import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { filteredListPath } from '../../core/article-lists.ts';
import { countTags, pageSize, parseListQuery, selectPage, showTags } from './list-query.ts';

const released = Array.from({ length: 45 }, (_, index) => ({
  ...makeArticle({ slug: `a-${index}`, tier: index % 3 === 0 ? 'paid' : 'free' }),
  tags: index % 5 === 0 ? ['http', 'five'] : ['http'],
}));
const everything = { page: 1, tier: undefined, tag: undefined, author: undefined };

describe('the list of articles', () => {
  it('filters by tier, tag and author and says how many there are', () => {
    expect(selectPage(released, { ...everything, tier: 'paid' }).total).toBe(15);
    expect(selectPage(released, { ...everything, tier: 'paid', tag: 'five' }).total).toBe(3);
    const [author] = released[0]?.authors ?? [];
    expect(selectPage(released, { ...everything, tier: 'paid', author: author?.id }).total).toBe(15);
    expect(selectPage(released, { ...everything, author: 'unknown' }).total).toBe(0);
  });

  it('shows the last page for a page past the end', () => {
    const { page, pages, articles } = selectPage(released, { ...everything, page: 99 });
    expect([page, pages, articles.length]).toEqual([3, 3, 45 - 2 * pageSize]);
  });

  it('offers the tags that most articles have, none of one article alone, and the chosen one', () => {
    const rare = [{ ...makeArticle({ slug: 'rare' }), tags: ['rare'] }];
    const tags = Array.from({ length: 12 }, (_, number) => `tag-${String(number).padStart(2, '0')}`);
    const all = [...rare, ...[1, 2].map((number) => ({ ...makeArticle({ slug: `t-${number}` }), tags }))];
    const names = (chosen?: string) => showTags(all, chosen).map(({ tag }) => tag);
    expect(names()).toEqual(tags.slice(0, 10));
    expect(names('tag-03')).toEqual(tags.slice(0, 10));
    expect(names('tag-11')).toEqual([...tags.slice(0, 10), 'tag-11']);
    expect(showTags(all, 'rare').at(-1)).toEqual({ tag: 'rare', count: 1 });
    expect(names('unknown')).toEqual(tags.slice(0, 10));
    expect(showTags(rare, undefined)).toEqual([]);
  });

  it('is one empty page without articles', () => {
    expect(selectPage([], everything)).toEqual({ articles: [], total: 0, page: 1, pages: 1 });
  });

  it('shows every article on exactly one page', () => {
    const shown = [1, 2, 3].flatMap((page) => selectPage(released, { ...everything, page }).articles);
    expect(shown).toEqual(released);
  });

  it('parses every URL that it writes', () => {
    const query = fc.record({
      page: fc.integer({ min: 1, max: 999_999 }),
      tier: fc.constantFrom('free' as const, 'paid' as const, undefined),
      tag: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      author: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(query, (request) => {
        expect(parseListQuery(new URL(filteredListPath(request), 'http://localhost').searchParams)).toEqual(request);
      }),
    );
  });

  it.each(['0', '-1', '1.5', '1e3', 'two', ''])('takes page=%s as the first page', (page) => {
    expect(parseListQuery(new URLSearchParams({ page })).page).toBe(1);
  });

  it('counts tags, most first', () => {
    expect(countTags(released)).toEqual([
      { tag: 'http', count: 45 },
      { tag: 'five', count: 9 },
    ]);
  });
});
