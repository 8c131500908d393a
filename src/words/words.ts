import { de } from './de.ts';
import { primaryLanguage } from './detect-language.ts';
import { en, type Words } from './en.ts';

export type { Words } from './en.ts';

const languages: Readonly<Record<string, Words>> = { en, de };

/** @param language BCP 47: `de-CH` has the words of `de`. A language without words has the English ones */
export function chooseWords(language: string): Words {
  return languages[primaryLanguage(language)] ?? en;
}

/**
 * The language of the texts that `chooseWords` returns.
 * @param language BCP 47
 */
export function languageOfWords(language: string): string {
  return hasWords(language) ? language : 'en';
}

/**
 * How dates are written in the language of a publication.
 * @param language BCP 47. English without a territory has the form of its words, and so have languages without words
 */
export function createDateFormat(language: string): Intl.DateTimeFormat {
  const locale = language === 'en' || !hasWords(language) ? chooseWords(language).dateLocale : language;
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** @param language BCP 47; without words the interface speaks English */
export function hasWords(language: string): boolean {
  return primaryLanguage(language) in languages;
}
