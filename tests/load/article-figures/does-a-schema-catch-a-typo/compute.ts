/**
 * Which share of misspelt keys a JSON Schema catches, by schema, by depth and by dialect.
 * Every figure of content/articles/does-a-schema-catch-a-typo.md, from schemas.csv.
 * Run: node tests/load/article-figures/does-a-schema-catch-a-typo/compute.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPercent, writeChartData } from '../chart-data.ts';
import { bootstrap, type Interval, mean, sayPercent } from '../interval.ts';
import { readRows } from '../snapshot.ts';

interface Measured {
  family: string;
  dialect: string;
  files: number;
  keys: number;
  caught: number;
  named: number;
  top: number;
  topCaught: number;
  other: number;
  alarms: number;
}

const text = readFileSync(join(import.meta.dirname, 'schemas.csv'), 'utf8');
console.log(text.slice(0, text.indexOf('\n')));
const schemas: Measured[] = readRows(text).map((row) => {
  const count = (name: string) => Number(row[name]);
  return {
    // Schemas whose names begin alike are versions or parts of one product, and not independent of each other.
    family: /^[^-_.]+/.exec(row.schema ?? '')?.[0] ?? '',
    dialect: row.dialect ?? '',
    files: count('files'),
    keys: count('keys'),
    caught: count('caught'),
    named: count('named'),
    top: count('top'),
    topCaught: count('top_caught'),
    other: count('other'),
    alarms: count('alarms'),
  };
});
const families = [...Map.groupBy(schemas, ({ family }) => family).values()];
const sum = (of: (schema: Measured) => number) => schemas.reduce((total, schema) => total + of(schema), 0);
console.log(
  `${schemas.length} schemas in ${families.length} families, ${sum(({ files }) => files)} files, ${sum(({ keys }) => keys)} misspelt keys`,
);

/** Each family counts once, with the mean of its schemas, however many these are and however many keys they have. */
function average(share: (schema: Measured) => number, of: readonly Measured[][] = families): Interval {
  const means = of
    .map((family) => family.map(share).filter(Number.isFinite))
    .filter(({ length }) => length > 0)
    .map(mean);
  return bootstrap(means, mean);
}

console.log('\nMean over families, with 95 % interval');
const shares = [
  { what: 'caught', share: average(({ caught, keys }) => caught / keys) },
  { what: 'caught, and the message names the key', share: average(({ named, keys }) => named / keys) },
  { what: 'caught at the top of the file', share: average(({ topCaught, top }) => topCaught / top) },
  {
    what: 'caught below the top',
    share: average(({ caught, keys, topCaught, top }) => (caught - topCaught) / (keys - top)),
  },
];
console.table(shares.map(({ what, share }) => ({ what, share: sayPercent(share) })));
const belowTop = average(({ caught, keys, topCaught, top }) => (caught - topCaught) / (keys - top) - topCaught / top);
console.log('Below the top less at the top, in families that have keys at both, in points', sayPercent(belowTop));
console.log(
  'All keys together: caught',
  ((sum(({ caught }) => caught) / sum(({ keys }) => keys)) * 100).toFixed(1),
  '%, named',
  ((sum(({ named }) => named) / sum(({ keys }) => keys)) * 100).toFixed(1),
  '%',
);

const bands: [string, (share: number) => boolean][] = [
  ['none', (share) => share === 0],
  ['up to a quarter', (share) => share > 0 && share <= 0.25],
  ['up to a half', (share) => share > 0.25 && share <= 0.5],
  ['up to three quarters', (share) => share > 0.5 && share <= 0.75],
  ['nearly all', (share) => share > 0.75 && share < 1],
  ['all', (share) => share === 1],
];
console.log('\nSchemas by the share of misspelt keys they catch');
const counted = bands.map(([band, isIn]) => ({
  band,
  count: schemas.filter(({ caught, keys }) => isIn(caught / keys)).length,
}));
console.table(
  counted.map(({ band, count }) => ({
    band,
    schemas: count,
    share: `${((count / schemas.length) * 100).toFixed(1)} %`,
  })),
);

const oneVote = (of: readonly Measured[]) =>
  `${(mean(of.map(({ caught, keys }) => caught / keys)) * 100).toFixed(1)} %`;
console.log('One schema, one vote:', oneVote(schemas));
console.log('By dialect');
const dialects = ['draft-04', 'draft-07', '2020-12'].map((dialect) => {
  const of = families
    .map((family) => family.filter((schema) => schema.dialect === dialect))
    .filter(({ length }) => length > 0);
  return {
    dialect,
    families: of.length,
    schemas: of.flat().length,
    caught: average(({ caught, keys }) => caught / keys, of),
    'one schema, one vote': oneVote(of.flat()),
  };
});
console.table(dialects.map(({ caught, ...row }) => ({ ...row, caught: sayPercent(caught) })));

const files = sum(({ files }) => files);
console.log(
  'Keys of the untouched files that no schema names:',
  sum(({ other }) => other),
);
console.log(
  'of them one letter from a name:',
  sum(({ alarms }) => alarms),
  'in',
  schemas.filter(({ alarms }) => alarms > 0).length,
  'schemas, one in',
  Math.round(files / sum(({ alarms }) => alarms)),
  'files',
);

const inPercent = ({ value, low, high }: Interval) => ({
  'mean over families': toPercent(value),
  low: toPercent(low),
  high: toPercent(high),
});
writeChartData('does-a-schema-catch-a-typo', {
  caught: shares.map(({ what, share }) => ({ what: what.replace(',', ''), ...inPercent(share) })),
  bands: counted.map(({ band, count }) => ({
    'misspelt keys caught': band,
    schemas: count,
    share: toPercent(count / schemas.length),
  })),
  dialects: dialects.map(({ dialect, families, schemas, caught }) => ({
    dialect,
    families,
    schemas,
    ...inPercent(caught),
  })),
});
