import { expect, test } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { findOriginal, listTranslations } from './articles.ts';

const original = { ...makeArticle({ slug: 'houses', date: '2026-01-01' }), updated: '2026-03-01' };
const german = { ...makeArticle({ slug: 'haeuser', date: '2026-02-01' }), language: 'de', translationOf: 'houses' };
const french = { ...makeArticle({ slug: 'maisons', date: '2026-03-01' }), language: 'fr', translationOf: 'houses' };
const alone = makeArticle({ slug: 'alone' });
const all = [original, german, french, alone];

test('an article and its translations list each other, from whichever one begins', () => {
  for (const article of [original, german, french])
    expect(listTranslations(article, all).map(({ slug, language }) => `${slug} ${language}`)).toEqual([
      'houses en',
      'haeuser de',
      'maisons fr',
    ]);
  expect(listTranslations(alone, all)).toEqual([]);
});

test('a translation is behind when its original changed on a later day', () => {
  expect(findOriginal(german, all)).toMatchObject({ original, isBehind: true });
  expect(findOriginal(french, all)?.isBehind).toBe(false);
  expect(findOriginal(original, all)).toBeUndefined();
});
