import { dayMs } from '../../library/durations.ts';
import { primaryLanguage } from '../../words/detect-language.ts';
import { chooseWords } from '../../words/words.ts';
import type { Writer } from './points.ts';

/**
 * The axis of some weeks of days: each tick is another day, and the year is named once. Vega would write the month
 * alone, and the same one several times.
 * @returns undefined for months, and for days that are further apart
 */
export function dayAxis(
  days: readonly string[],
  { ticks, writer }: { ticks: number; writer: Writer },
): Record<string, unknown> | undefined {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const count = (Date.parse(last) - Date.parse(first)) / dayMs;
  if (first.length < 8 || count > 120) return undefined;
  const step = [1, 2, 7, 14, 28].find((each) => count / each <= ticks) ?? 60;
  const values = Array.from({ length: Math.floor(count / step) + 1 }, (_, at) =>
    toMonth(new Date(Date.parse(first) + at * step * dayMs).toISOString().slice(0, 10)),
  );
  const [from, to] = [first.slice(0, 4), last.slice(0, 4)];
  const isEnglish = primaryLanguage(chooseWords(writer.language).dateLocale) === 'en';
  return { format: isEnglish ? '%-d %b' : '%-d. %b', values, title: from === to ? from : `${from} – ${to}` };
}

/** The axis of months, or of years alone where months have too little room. */
export function monthAxis(days: readonly string[], ticks: number): Record<string, unknown> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const [from, to] = [first, last].map((day) => Number(day.slice(0, 4)));
  const years = Number(to) - Number(from) + Number(first.slice(4) <= '-01-01');
  // One year alone on an axis says where nothing is: then the first and the last month are there.
  if (ticks < 4 && from !== to)
    return years > 1 ? { format: '%Y', tickCount: 'year' } : { format: '%b %Y', values: [first, last].map(toMonth) };
  const months = (Number(to) - Number(from)) * 12 + Number(last.slice(5, 7)) - Number(first.slice(5, 7));
  // Vega would take weeks where there are few months, and write the same month several times.
  const each = Array.from({ length: months + 1 }, (_, at) => ({
    year: Number(from),
    month: Number(first.slice(5, 7)) + at,
    date: 1,
  }));
  return { format: '%b %Y', ...(months < ticks ? { values: each } : { tickCount: ticks }) };
}

/** A date such as 2026-08 as Vega-Lite writes the time of a tick. */
function toMonth(date: string) {
  const [year, month, day = 1] = date.split('-').map(Number);
  return { year, month, date: day };
}
