import type { PublicArticle } from '../library/library.ts';
import { changedOn } from './articles.ts';

export interface Translation {
  slug: string;
  title: string;
  language: string;
}

/** Lists an article in every language that it has, itself included; empty for an article without translations. */
export function listTranslations(
  { slug, translationOf }: Pick<PublicArticle, 'slug' | 'translationOf'>,
  articles: readonly PublicArticle[],
): Translation[] {
  const original = translationOf ?? slug;
  const found = articles.filter((other) => other.slug === original || other.translationOf === original);
  if (found.length < 2) return [];
  return found.map(({ slug, title, language }) => ({ slug, title, language }));
}

/** Finds the original of a translation, and whether it changed on a later day than the translation. */
export function findOriginal(
  article: PublicArticle,
  articles: readonly PublicArticle[],
): { original: PublicArticle; isBehind: boolean } | undefined {
  const original = articles.find(({ slug }) => slug === article.translationOf);
  return original && { original, isBehind: changedOn(article) < changedOn(original) };
}

/** Direction of the script of a language (BCP 47), by CLDR's likely script. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
