import { createUrls } from '../contract/urls.ts';
import { nameAuthors } from '../core/articles.ts';
import { readBaseUrl } from '../library/base-url.ts';
import { publication } from '../library/current-publication.ts';
import type { PublicArticle } from '../library/library.ts';
import { setTitle } from '../words/typography.ts';
import { chooseWords, createDateFormat } from '../words/words.ts';

/**
 * URLs at the base URL of this process; the server refuses to start under another one than its release was built for.
 */
export const urls = createUrls(readBaseUrl(process.env));

/** Texts of the interface in the publication's language. */
export const words = chooseWords(publication.language);

/** A title or a description, with the quotes and dashes of a printed page. */
export const typeset = (text: string): string => setTitle(text, publication.language);

/** `2026-03-01` to `1 March 2026`. */
export function formatDate(fullDate: string): string {
  return dateFormat.format(new Date(`${fullDate}T00:00:00Z`));
}

/** More names than these are folded: a byline is one glance. */
export const maxAuthors = 6;

/** Names for one line: `Ada Lovelace, Charles Babbage`; of many authors the first, and how many more there are. */
export function nameFirstAuthors({ authors }: Pick<PublicArticle, 'authors'>): string {
  const further = authors.length - maxAuthors;
  const names = nameAuthors({ authors: authors.slice(0, maxAuthors) });
  return further > 0 ? `${names} ${words.moreAuthors(further)}` : names;
}

/** Price in the currency's own notation: `$0.05`, `$9`. */
export function formatPrice(price: number, currency: string): string {
  const digits = Number.isInteger(price) ? 0 : 2;
  const name = `${currency} ${digits}`;
  const format =
    priceFormats.get(name) ??
    new Intl.NumberFormat(publication.language, { style: 'currency', currency, minimumFractionDigits: digits });
  priceFormats.set(name, format);
  return format.format(price);
}

/** Making one costs more than all it formats on a page. */
const priceFormats = new Map<string, Intl.NumberFormat>();
const dateFormat = createDateFormat(publication.language);
