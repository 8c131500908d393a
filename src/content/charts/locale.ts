import type { Config } from 'vega-lite';
import { z } from 'zod';
import { primaryLanguage } from '../../words/detect-language.ts';
import { chooseWords } from '../../words/words.ts';
import { isRecord } from '../load/yaml.ts';

/** Its types ask for lists of seven and twelve names. */
const Locale = z.custom<NonNullable<Config['locale']>>(isRecord);

/**
 * How Vega writes numbers and dates in a language, from the data of `Intl`. Dates are in the language of the interface,
 * as everywhere on a page.
 * @param language BCP 47
 * @returns undefined for English, which is Vega's own
 */
export function describeLocale(language: string): Config['locale'] {
  if (primaryLanguage(language) === 'en') return undefined;
  const parts = new Intl.NumberFormat(language).formatToParts(12_345.6);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const number = { decimal: find('decimal'), thousands: find('group'), grouping: [3], currency: ['$', ''] };
  const { dateLocale } = chooseWords(language);
  return Locale.parse(primaryLanguage(dateLocale) === 'en' ? { number } : { number, time: describeTime(dateLocale) });
}

function describeTime(locale: string) {
  const write = (days: readonly number[], options: Intl.DateTimeFormatOptions) =>
    days.map((day) => new Date(day).toLocaleDateString(locale, { ...options, timeZone: 'UTC' }));
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month));
  // Vega's week begins on Sunday, as September 2024 did.
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 8, 1 + day));
  return {
    dateTime: '%-d. %B %Y, %H:%M',
    date: '%-d. %B %Y',
    time: '%H:%M',
    periods: ['', ''],
    days: write(days, { weekday: 'long' }),
    shortDays: write(days, { weekday: 'short' }),
    months: write(months, { month: 'long' }),
    shortMonths: write(months, { month: 'short' }),
  };
}
