import { dayMs, minuteMs } from '../../library/durations.ts';
import { primaryLanguage } from '../../words/detect-language.ts';
import { chooseWords } from '../../words/words.ts';
import { type Writer, writeTime } from './points.ts';

/** Minutes between ticks. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];

/**
 * The axis of times of day: each tick is an hour or a minute, and midnight is the day that begins.
 * @returns undefined for days, and for times that are so far apart that ticks are days
 */
export function hourAxis(
  times: readonly string[],
  { ticks, writer }: { ticks: number; writer: Writer },
): Record<string, unknown> | undefined {
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (!first.includes('T')) return undefined;
  const [from, to] = [Date.parse(first) / minuteMs, Date.parse(last) / minuteMs];
  const step = steps.find((each) => (to - from) / each <= ticks);
  if (step === undefined) return undefined;
  const start = Math.ceil(from / step) * step;
  const values = Array.from({ length: Math.floor((to - start) / step) + 1 }, (_, at) =>
    toTime(new Date((start + at * step) * minuteMs)),
  );
  const isOneDay = first.slice(0, 10) === last.slice(0, 10);
  const day = describeDay(writer);
  const title = isOneDay ? writeTime(first.slice(0, 10), writer) : first.slice(0, 4);
  return {
    labelExpr: `utchours(datum.value) + utcminutes(datum.value) > 0 ? utcFormat(datum.value, '%H:%M') : utcFormat(datum.value, '${isOneDay ? '%H:%M' : day}')`,
    values,
    title: `${title} (UTC)`,
  };
}

/** The first and the last whole day of an axis: midnight before the first time is not on it. */
export function toDays(times: readonly string[]): string[] {
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (!first.includes('T')) return [first, last];
  return [new Date(Math.ceil(Date.parse(first) / dayMs) * dayMs).toISOString(), last].map((time) => time.slice(0, 10));
}

/**
 * The axis of some weeks of days: each tick is another day, and the year is named once. Vega would write the month
 * alone, and the same one several times.
 * @returns undefined for months, and for days that are further apart
 */
export function dayAxis(
  days: readonly string[],
  { ticks, writer, zone = '' }: { ticks: number; writer: Writer; zone?: string },
): Record<string, unknown> | undefined {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const count = (Date.parse(last) - Date.parse(first)) / dayMs;
  if (first.length < 8 || count > 120) return undefined;
  const step = [1, 2, 7, 14, 28].find((each) => count / each <= ticks) ?? 60;
  const values = Array.from({ length: Math.floor(count / step) + 1 }, (_, at) =>
    toMonth(new Date(Date.parse(first) + at * step * dayMs).toISOString().slice(0, 10)),
  );
  const [from, to] = [first.slice(0, 4), last.slice(0, 4)];
  return { format: describeDay(writer), values, title: `${from === to ? from : `${from} – ${to}`}${zone}` };
}

/** A day and its month in Vega's notation. */
function describeDay({ language }: Writer): string {
  return primaryLanguage(chooseWords(language).dateLocale) === 'en' ? '%-d %b' : '%-d. %b';
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

/** A time of day as Vega-Lite writes that of a tick. */
function toTime(time: Date) {
  return {
    ...toMonth(time.toISOString().slice(0, 10)),
    hours: time.getUTCHours(),
    minutes: time.getUTCMinutes(),
  };
}

/** A date such as 2026-08 as Vega-Lite writes the time of a tick. */
function toMonth(date: string) {
  const [year, month, day = 1] = date.split('-').map(Number);
  return { year, month, date: day };
}
