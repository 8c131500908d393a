// Computes every figure of content/articles/how-sure-was-michelson.md from the hundred runs of 1879.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChartData } from '../chart-data.ts';

/** Kilometres a second in vacuum, by definition since 1983. */
const inVacuum = 299_792.458;
/**
 * The same in the air of the runs, by Michelson's own adjustment, as the documentation of these data has it after
 * Stigler (1977).
 */
const inAir = 299_734.5;
/** His final result for the vacuum, after later corrections of his own. */
const published = 299_910;
/** The 97.5 % point of Student's distribution with 19 and with 99 degrees of freedom. */
const student = new Map([
  [20, 2.093],
  [100, 1.984],
]);

const runs = readFileSync(join(import.meta.dirname, 'runs.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').map(Number))
  .map(([series = 0, , speed = 0]) => ({ series, speed }));

/** The mean of some runs with its 95 % interval, in km/s. */
export function estimate(speeds: readonly number[]) {
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
  const deviation = Math.sqrt(speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / (speeds.length - 1));
  const half = ((student.get(speeds.length) ?? 0) * deviation) / Math.sqrt(speeds.length);
  const round = (value: number) => Number(value.toFixed(1));
  return { mean: round(mean), low: round(mean - half), high: round(mean + half), deviation: round(deviation) };
}

/** Above the speed of light in air, in km/s. */
const toError = (speed: number) => Number((speed - inAir).toFixed(1));

const series = [1, 2, 3, 4, 5].map((number) => ({
  name: `series ${number}`,
  ...estimate(runs.filter((run) => run.series === number).map(({ speed }) => speed)),
}));
const all = { name: 'all 100 runs', ...estimate(runs.map(({ speed }) => speed)) };

writeChartData('how-sure-was-michelson', {
  series: [...series, all].map(({ name, mean, low, high }) => ({
    runs: name,
    error: toError(mean),
    low: toError(low),
    high: toError(high),
  })),
});
for (const row of [...series, all]) process.stdout.write(`${JSON.stringify(row)}\n`);
process.stdout.write(`half-width ${((all.high - all.low) / 2).toFixed(1)}, all above c in air ${(all.mean - inAir).toFixed(1)}, about ${Math.round(all.mean - inAir)}, low ${(all.low - inAir).toFixed(1)}
published above c in vacuum ${(published - inVacuum).toFixed(1)}
above 299,000: ${[...series, all].map(({ mean }) => (mean - 299_000).toFixed(1)).join(', ')}
below c in air: ${runs.filter(({ speed }) => speed < inAir).length} of ${runs.length}
`);
