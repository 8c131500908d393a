// Computes every figure of content/articles/when-the-seconds-stopped.md from the list of leap seconds, which is in the
// public domain. With `--update FILE` it first reads a newer list, as tzdata installs it:
// /usr/share/zoneinfo/leap-seconds.list.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChartData } from '../chart-data.ts';

const table = join(import.meta.dirname, 'leap-seconds.csv');
const stateFile = join(import.meta.dirname, 'known-until.txt');
const dayMs = 86_400_000;
/** Seconds from the beginning of NTP, 1900, to that of Unix, 1970. */
const ntpToUnix = 2_208_988_800;
const toDay = (ntp: number) => new Date((ntp - ntpToUnix) * 1000).toISOString().slice(0, 10);

const at = process.argv.indexOf('--update');
if (at !== -1) {
  const list = readFileSync(process.argv[at + 1] ?? '', 'utf8');
  const lines = [...list.matchAll(/^(\d+)\s+(\d+)\b/gm)].map(([, ntp, offset]) => `${toDay(Number(ntp))},${offset}`);
  writeFileSync(table, `${['from,tai_minus_utc', ...lines].join('\n')}\n`);
  writeFileSync(stateFile, `${toDay(Number(/^#@\s+(\d+)/m.exec(list)?.[1]))}\n`);
}

const knownUntil = readFileSync(stateFile, 'utf8').trim();
const steps = readFileSync(table, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([from = '', offset]) => ({ from, offset: Number(offset) }));
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const [, ...leaps] = steps;
const gaps = leaps.map(({ from }, index) => {
  const to = leaps[index + 1]?.from ?? knownUntil;
  return { from, to, days: daysBetween(from, to), isOpen: index === leaps.length - 1 };
});
const closed = gaps.filter(({ isOpen }) => !isOpen);
const decades = [1970, 1980, 1990, 2000, 2010, 2020].map((decade) => ({
  decade: `${decade}s`,
  // A second before midnight of 1 January belongs to the year before.
  seconds: leaps.filter(
    ({ from }) => Math.floor((Number(from.slice(0, 4)) - (from.endsWith('01-01') ? 1 : 0)) / 10) * 10 === decade,
  ).length,
}));

writeChartData('when-the-seconds-stopped', {
  offset: steps.map(({ from, offset }) => ({ month: from.slice(0, 7), seconds: offset })),
  decades,
  pauses: gaps
    .toSorted((one, other) => other.days - one.days)
    .slice(0, 6)
    .map(({ from, to, days }) => ({ years: `${from.slice(0, 4)} to ${to.slice(0, 4)}`, days })),
});
const longest = closed.reduce((most, gap) => (gap.days > most.days ? gap : most));
const sorted = closed.map(({ days }) => days).toSorted((a, b) => a - b);
process.stdout.write(`leap seconds ${leaps.length}, known until ${knownUntil}
longest closed gap ${longest.days} days, ${longest.from} to ${longest.to}; shortest ${sorted[0]}; median ${sorted[Math.floor(sorted.length / 2)]}
open gap ${gaps.at(-1)?.days} days since ${gaps.at(-1)?.from}
`);
