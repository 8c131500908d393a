/**
 * Where llms.txt files stand and who adds the full text, by the entries of one public directory.
 * Every figure of content/articles/who-publishes-llms-txt.md, from entries.csv.
 * Run: node tests/load/article-figures/who-publishes-llms-txt/compute.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPercent, writeChartData } from '../chart-data.ts';
import { compareShares, type Interval, sayPercent, wilson } from '../interval.ts';
import { readRows } from '../snapshot.ts';

const text = readFileSync(join(import.meta.dirname, 'entries.csv'), 'utf8');
console.log(text.slice(0, text.indexOf('\n')));
const entries = readRows(text);
type Column = 'shape' | 'place' | 'protocol' | 'category' | 'month';
const hasFull = ({ full }: { full?: string }) => full === 'yes';

function countBy(column: Column) {
  return [...Map.groupBy(entries, (entry) => entry[column] ?? '')]
    .map(([value, group]) => ({ value, group }))
    .toSorted((a, b) => b.group.length - a.group.length);
}

for (const column of ['shape', 'place', 'protocol'] as const) {
  console.log(`\nBy ${column}`);
  console.table(
    countBy(column).map(({ value, group }) => ({
      [column]: value,
      entries: group.length,
      share: sayPercent(wilson(group.length, entries.length)),
      'with llms-full.txt': sayPercent(wilson(group.filter(hasFull).length, group.length)),
    })),
  );
}

console.log('All: with llms-full.txt', sayPercent(wilson(entries.filter(hasFull).length, entries.length)));
console.log('\nBy category, those with at least 60 entries');
console.table(
  countBy('category')
    .filter(({ group }) => group.length >= 60)
    .map(({ value, group }) => ({
      category: value,
      entries: group.length,
      'with llms-full.txt': sayPercent(wilson(group.filter(hasFull).length, group.length)),
      'below the host of the site': sayPercent(
        wilson(group.filter(({ place }) => place === 'below it').length, group.length),
      ),
      share: group.filter(hasFull).length / group.length,
    }))
    .toSorted((a, b) => b.share - a.share)
    .map(({ share: _, ...row }) => row),
);

const months = countBy('month');
console.log('\nMonths with the most entries');
console.table(
  months.slice(0, 4).map(({ value, group }) => ({
    month: value,
    entries: group.length,
    share: ((group.length / entries.length) * 100).toFixed(1),
    full: sayPercent(wilson(group.filter(hasFull).length, group.length)),
  })),
);
const others = months
  .slice(2)
  .map(({ group }) => group.length)
  .toSorted((a, b) => a - b);
console.log(
  'Entries in a month without the two largest: median',
  others[Math.floor(others.length / 2)],
  'of',
  others.length,
  'months',
);
const bulk = new Set(months.slice(0, 2).map(({ value }) => value));
const populations = {
  'the two largest months': entries.filter(({ month = '' }) => bulk.has(month)),
  'all other months': entries.filter(({ month = '' }) => !bulk.has(month)),
};
console.log('\nBulk and trickle');
console.table(
  Object.entries(populations).map(([population, group]) => {
    const share = (isIn: (entry: (typeof group)[number]) => boolean, of = group) =>
      sayPercent(wilson(of.filter(isIn).length, of.length));
    const tools = group.filter(({ category }) => category === 'developer-tools');
    return {
      population,
      entries: group.length,
      'with llms-full.txt': share(hasFull),
      'at the root': share(({ shape }) => shape === 'root'),
      'below the host of the site': share(({ place }) => place === 'below it'),
      'developer tools below it': share(({ place }) => place === 'below it', tools),
    };
  }),
);
const finance = entries.filter(({ category, place }) => category === 'finance-fintech' && place === 'below it');
console.log(
  'Finance below the host of the site:',
  finance.length,
  'of them entered in August 2025:',
  finance.filter(({ month }) => month === '2025-08').length,
);

/** Categories as readers know them. */
const names: Readonly<Record<string, string>> = {
  'agency-services': 'Agencies',
  'ai-ml': 'Artificial intelligence',
  'automation-workflow': 'Automation',
  'business-operations': 'Business operations',
  'content-media': 'Content and media',
  'data-analytics': 'Data and analytics',
  'developer-tools': 'Developer tools',
  'ecommerce-retail': 'Shops',
  'finance-fintech': 'Finance',
  'infrastructure-cloud': 'Infrastructure',
  'marketing-sales': 'Marketing and sales',
  'security-identity': 'Security',
};
const share = (group: typeof entries) => wilson(group.filter(hasFull).length, group.length);
const inPercent = ({ value, low, high }: Interval) => ({
  share: toPercent(value),
  low: toPercent(low),
  high: toPercent(high),
});
const large = countBy('category').filter(({ value, group }) => group.length >= 60 && value !== 'other');
const named = large.map(({ value, group }) => ({ category: names[value] ?? value, group }));
const isBulk = ({ month = '' }: (typeof entries)[number]) => bulk.has(month);

/** What came in bulk less what came one by one, in points of per cent. */
function compare(category: string, group: typeof entries) {
  const [inBulk, single] = [group.filter(isBulk), group.filter((entry) => !isBulk(entry))];
  const { share: difference, low, high } = inPercent(compareShares(share(inBulk), share(single)));
  return { category, 'two largest months': inBulk.length, 'other months': single.length, difference, low, high };
}

const differences = [
  compare('All entries', entries),
  // With fewer on one side there is an interval and nothing to see in it.
  ...named
    .map(({ category, group }) => compare(category, group))
    .filter((row) => Math.min(row['two largest months'], row['other months']) >= 30)
    .toSorted((a, b) => a.difference - b.difference),
];
console.log('\nFull texts: the two largest months less all others, in points');
console.table(differences);

const arrivals = named.slice(0, 6).flatMap(({ category, group }) =>
  months
    .map(({ value }) => value)
    .filter((month) => month >= '2025-01')
    .toSorted()
    .map((month) => ({ category, month, entries: group.filter((entry) => entry.month === month).length })),
);
writeChartData('who-publishes-llms-txt', {
  full: named
    .map(({ category, group }) => ({ category, entries: group.length, ...inPercent(share(group)) }))
    .toSorted((a, b) => b.share - a.share),
  arrivals,
  differences,
});
