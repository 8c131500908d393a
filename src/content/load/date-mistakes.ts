import { isDay } from './dates.ts';

const ask = 'Write a date as 2026-11-20: year, month, day';
const askMoment = 'Write a date (2026-11-20) or a date and time with an offset (2026-11-20T09:00:00+01:00)';
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What is wrong with something that should be a full-date, and what to write instead. */
export function explainDay(input: unknown): string {
  if (typeof input !== 'string') return ask;
  const text = input.trim();
  const day = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (day) return explainParts({ year: Number(day[1]), month: Number(day[2]), day: Number(day[3]) });
  const withTime = /^(\d{4}-\d{2}-\d{2})[T ]/.exec(text);
  if (withTime) return `Write only the day, ${withTime[1]}; a time of day belongs into publish_at`;
  const guess = guessDay(text);
  return guess ? `Write year, month and day as numbers: ${guess}` : ask;
}

/** What is wrong with something that should be a full-date or a date-time with an offset. */
export function explainMoment(input: unknown): string {
  if (typeof input !== 'string') return askMoment;
  const text = input.trim();
  const time = /^(\d{4}-\d{2}-\d{2})([T ])(\d{2}):(\d{2})(:\d{2}(?:\.\d+)?)?\s*(.*)$/.exec(text);
  if (!time) {
    const day = explainDay(text);
    return day === ask ? askMoment : day;
  }
  const [, date = '', , hours = '', minutes = '', seconds = ':00', zone = ''] = time;
  if (Number(hours) > 23 || Number(minutes) > 59) return `There is no time ${hours}:${minutes}`;
  if (Number(seconds.slice(1)) >= 60) return `The time ${hours}:${minutes}${seconds} does not exist`;
  if (!isDay(date)) return explainDay(date);
  const start = `${date}T${hours}:${minutes}${seconds}`;
  if (zone === '') return `Say which time zone is meant: ${start}Z for UTC, ${start}+01:00 for an hour ahead of it`;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (offset && !isOffset(zone)) return `The offset ${zone} does not exist; they are from -12:00 to +14:00`;
  if (offset) return `Write ${start}${offset[1]}${offset[2]}:${offset[3]}`;
  return /^z$/i.test(zone) ? `Write ${start}Z` : `Write the time zone as an offset: ${start}+01:00 and not ${zone}`;
}

/** Whether clocks are set by it somewhere on earth. @param text ends with an offset, or else with anything */
export function isOffset(text: string): boolean {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  const ahead = Number(`${sign}${Number(hours) * 60 + Number(minutes)}`);
  return Number(minutes) < 60 && ahead >= -12 * 60 && ahead <= 14 * 60;
}

function explainParts({ year, month, day }: { year: number; month: number; day: number }): string {
  if (month < 1 || month > 12) {
    const swapped = day >= 1 && day <= 12 ? `; did you mean ${write({ year, month: day, day: month })}?` : '';
    return `There is no month ${month}${swapped}`;
  }
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month - 1));
  if (day < 1 || day > last) return `${name} ${year} has ${last} days, and no day ${day}`;
  return `Write month and day with two digits: ${write({ year, month, day })}`;
}

/** Only what can be read in one way: 20.11.2026, 11/20/2026, 20 November 2026, Nov 20, 2026. */
function guessDay(text: string): string | undefined {
  const yearFirst = /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/.exec(text);
  if (yearFirst) return toDay(yearFirst[1], yearFirst[2], yearFirst[3]);
  const yearLast = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})$/.exec(text);
  if (yearLast) {
    const [, first, sign, second, year] = yearLast;
    if (sign === '.' || Number(first) > 12) return toDay(year, second, first);
    return Number(second) > 12 ? toDay(year, first, second) : undefined;
  }
  const words = /^(?:(\d{1,2})\.? ([a-z]{3,9})|([a-z]{3,9})\.? (\d{1,2})),? (\d{4})$/i.exec(text);
  const name = (words?.[2] ?? words?.[3] ?? '').toLowerCase().slice(0, 3);
  return words && months.includes(name)
    ? toDay(words[5], String(months.indexOf(name) + 1), words[1] ?? words[4])
    : undefined;
}

function toDay(year = '', month = '', day = ''): string | undefined {
  const text = write({ year: Number(year), month: Number(month), day: Number(day) });
  return isDay(text) ? text : undefined;
}

function write({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
