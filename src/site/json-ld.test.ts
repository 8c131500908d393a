import { expect, it } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { testBase } from '../../tests/support/services.ts';
import { createUrls } from '../contract/urls.ts';
import { publication } from '../library/current-publication.ts';
import { describeArticle } from './json-ld.ts';

it('names the language of the article, not that of the publication', () => {
  const article = { ...makeArticle({ slug: 'brief' }), language: 'de' };
  expect(describeArticle(article, { publication, urls: createUrls(testBase) })).toMatchObject({ inLanguage: 'de' });
});
