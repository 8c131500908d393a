import { expect, it } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { completeBody, parseText } from './versions.ts';

const article = makeArticle({ slug: 'paid-study', tier: 'paid' });
const paid = { slug: 'paid-study', contentDigest: 'sha256:0', body: { ...article.body, markdown: 'All of it.' } };

it.each([
  ['paid', 'this software'],
  ['sold', 'earlier versions of the software'],
])('reads the paid body under the name %s, which %s wrote', (name) => {
  const text = parseText(JSON.stringify({ article, [name]: paid }));
  expect(text).toEqual({ article, paid });
  expect(completeBody(text).markdown).toBe('All of it.');
});

it('reads a free text of either, whose paid body is null or absent', () => {
  for (const rest of [{ paid: null }, { sold: null }, {}]) {
    expect(parseText(JSON.stringify({ article, ...rest }))).toEqual({ article, paid: null });
  }
});

it('has the usual value of each fact that articles lacked when the text was stored', () => {
  const { roles: _, doi: __, artifacts: ___, cover: ____, ...former } = article;
  expect(parseText(JSON.stringify({ article: former, paid })).article).toEqual(article);
});
