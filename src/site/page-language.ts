import { publication } from '../library/current-publication.ts';
import type { Page, PublicArticle } from '../library/library.ts';
import { primaryLanguage } from '../words/detect-language.ts';
import { languageOfWords } from '../words/words.ts';
import { directionOf } from './locale.ts';

const isSame = (one: string, other: string) => primaryLanguage(one) === primaryLanguage(other);

/**
 * The language of a page, for `<html lang>`: a page of the software may be in English in any publication (WCAG 2.2,
 * 3.1.1).
 */
export function findPageLanguage({ language }: Pick<Page, 'language'>): string {
  return language === null || isSame(language, publication.language) ? publication.language : language;
}

/**
 * `lang` of parts of the interface on a page in this language (WCAG 2.2, 3.1.2); undefined when it is that of the page.
 */
export function interfaceLanguage(pageLanguage: string): string | undefined {
  const own = languageOfWords(publication.language);
  return isSame(own, pageLanguage) ? undefined : own;
}

/** `lang` of the parts that the software writes in English; undefined in a publication in English. */
export const englishParts: string | undefined = isSame('en', publication.language) ? undefined : 'en';

/** `lang` and `dir` of words of an article that is in another language than the publication (WCAG 2.2, 3.1.2). */
export function articleLanguage({ language }: Pick<PublicArticle, 'language'>): {
  lang?: string;
  dir?: 'ltr' | 'rtl';
} {
  return language === publication.language ? {} : { lang: language, dir: directionOf(language) };
}
