/**
 * How a public list of AI crawlers grew, and what a copy of it misses after some months.
 * Every figure of content/articles/how-a-crawler-list-ages.md, from spans.csv.
 * Run: node tests/load/article-figures/how-a-crawler-list-ages/compute.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPercent, writeChartData } from '../chart-data.ts';
import { readRows } from '../snapshot.ts';

const text = readFileSync(join(import.meta.dirname, 'spans.csv'), 'utf8');
const spans = readRows(text).map(({ name = '', from = '', until = '', respect = '' }) => ({
  name,
  from,
  until,
  respect,
}));
console.log(text.slice(0, text.indexOf('\n')));

const firstDay = '2024-04-01';
const lastDay = '2026-08-01';

/** The first day of the month that many months later. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

const days: string[] = [];
for (let day = firstDay; day <= lastDay; day = addMonths(day, 1)) days.push(day);

/** The list at the beginning of a day, in lower case: names are compared without regard to case. */
function listAt(day: string): Set<string> {
  return new Set(
    spans
      .filter(({ from, until }) => from < day && (until === '' || until >= day))
      .map(({ name }) => name.toLowerCase()),
  );
}

const lists = new Map(days.map((day) => [day, listAt(day)]));
console.log('\nNames on the list');
console.table([...lists].filter((_, index) => index % 4 === 0).map(([day, { size }]) => ({ day, names: size })));

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const quantile = (sorted: readonly number[], q: number) => sorted[Math.round((sorted.length - 1) * q)] ?? Number.NaN;

console.log('A copy of some age: share of the names of the day that it lacks');
const ages = [1, 3, 6, 9, 12, 18, 24].map((months) => {
  const shares = days.flatMap((taken) => {
    const copy = lists.get(taken);
    const now = lists.get(addMonths(taken, months));
    return copy && now ? [[...now].filter((name) => !copy.has(name)).length / now.size] : [];
  });
  const sorted = shares.toSorted((a, b) => a - b);
  return {
    months,
    copies: shares.length,
    median: quantile(sorted, 0.5),
    least: sorted[0] ?? 0,
    most: sorted.at(-1) ?? 0,
  };
});
console.table(
  ages.map(({ median, least, most, ...counts }) => ({
    ...counts,
    median: percent(median),
    least: percent(least),
    most: percent(most),
  })),
);

const listed = spans.filter(({ until }) => until === '');
const left = new Set(spans.filter(({ until }) => until !== '').map(({ name }) => name.toLowerCase()));
const present = new Set(listed.map(({ name }) => name.toLowerCase()));
console.log('Ever listed:', new Set(spans.map(({ name }) => name.toLowerCase())).size);
console.log('Listed at the end:', present.size);
console.log(
  'Taken off at some time:',
  left.size,
  'of them back again:',
  [...left].filter((name) => present.has(name)).length,
);
const lives = spans
  .filter(({ until }) => until !== '')
  .map(({ from, until }) => (Date.parse(until) - Date.parse(from)) / 86_400_000)
  .toSorted((a, b) => a - b);
console.log(
  'Days on the list before it was taken off: median',
  quantile(lives, 0.5),
  'least',
  lives[0],
  'most',
  lives.at(-1),
);

const byMonth = new Map<string, number>();
for (const { from } of spans.filter(({ from }) => from >= '2024-04-01' && from < '2026-08-01'))
  byMonth.set(from.slice(0, 7), (byMonth.get(from.slice(0, 7)) ?? 0) + 1);
const added = days
  .slice(0, -1)
  .map((day) => byMonth.get(day.slice(0, 7)) ?? 0)
  .toSorted((a, b) => a - b);
console.log(
  'Added in a month: median',
  quantile(added, 0.5),
  'most',
  added.at(-1),
  'months without any',
  added.filter((n) => n === 0).length,
  'of',
  added.length,
);

console.log('\nWhat the list says of obeying robots.txt');
const say = ['yes', 'no', 'unclear', 'other'].map((respect) => {
  const names = listed.filter((span) => span.respect === respect).length;
  return { respect, names, share: percent(names / listed.length) };
});
console.table(say);
console.log('By the year a name was listed: share that is unclear');
console.table(
  ['2024', '2025', '2026'].map((year) => {
    const names = listed.filter(({ from }) => from.startsWith(year));
    return {
      year,
      names: names.length,
      unclear: percent(names.filter(({ respect }) => respect === 'unclear').length / names.length),
    };
  }),
);

// RFC 9309 section 2.2.1: a product token is letters, underscores and hyphens, and nothing else.
const odd = listed.filter(({ name }) => !/^[A-Za-z_-]+$/.test(name)).map(({ name }) => name);
const kinds = {
  'a digit': odd.filter((name) => /\d/.test(name)).length,
  'a space': odd.filter((name) => name.includes(' ')).length,
  'a dot': odd.filter((name) => name.includes('.')).length,
  'a slash': odd.filter((name) => name.includes('/')).length,
};
console.log('Names that are no product token of RFC 9309:', odd.length, percent(odd.length / listed.length), kinds);
console.log(odd.join(', '));
console.log(
  'Ever listed with a character outside of ASCII:',
  spans
    .filter(({ name }) => /[^\0-\x7f]/.test(name))
    .map(({ name, from, until }) => `${JSON.stringify(name)} ${from} to ${until}`),
);

writeChartData('how-a-crawler-list-ages', {
  names: [...lists].map(([day, { size }]) => ({ month: day.slice(0, 7), names: size })),
  age: ages.map(({ months, copies, median, least, most }) => ({
    'age in months': months,
    'copies compared': copies,
    median: toPercent(median),
    least: toPercent(least),
    most: toPercent(most),
  })),
  respect: say.map(({ respect, names, share }) => ({
    'respects robots.txt': respect === 'other' ? 'something else' : respect,
    names,
    'share of names': Number.parseFloat(share),
  })),
});
