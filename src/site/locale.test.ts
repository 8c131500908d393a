import { expect, it } from 'vitest';
import { findLocale } from './locale.ts';

it('names the territory with the language, the likeliest where none is said', () => {
  expect(['en', 'de', 'de-CH', 'zh-Hant'].map(findLocale)).toEqual(['en_US', 'de_DE', 'de_CH', 'zh_TW']);
});

it('says nothing of a language whose territory nobody knows', () => {
  expect(findLocale('qaa')).toBeUndefined();
});
