import { expect, it } from 'vitest';
import { directionOf, findLocale } from './locale.ts';

it('names the territory with the language, the most likely one if none is given', () => {
  expect(['en', 'de', 'de-CH', 'zh-Hant'].map(findLocale)).toEqual(['en_US', 'de_DE', 'de_CH', 'zh_TW']);
});

it('returns nothing for a language without a known territory', () => {
  expect(findLocale('qaa')).toBeUndefined();
});

it('says that Arabic and Hebrew run from right to left', () => {
  expect(['ar', 'he', 'fa-IR', 'de', 'ja'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
});
