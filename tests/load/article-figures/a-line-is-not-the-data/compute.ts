// Computes every figure of content/articles/a-line-is-not-the-data.md from the four sets of Anscombe (1973).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChartData } from '../chart-data.ts';

interface Point {
  set: string;
  x: number;
  y: number;
}

const points = readFileSync(join(import.meta.dirname, 'quartet.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Point => {
    const [set = '', x, y] = line.split(',');
    return { set, x: Number(x), y: Number(y) };
  });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** Means, variances (n − 1), correlation and the least-squares line. */
export function summarize(set: readonly Point[]) {
  const [meanX, meanY] = [mean(set.map(({ x }) => x)), mean(set.map(({ y }) => y))];
  const sum = (product: (point: Point) => number) => set.reduce((total, point) => total + product(point), 0);
  const xx = sum(({ x }) => (x - meanX) ** 2);
  const yy = sum(({ y }) => (y - meanY) ** 2);
  const xy = sum(({ x, y }) => (x - meanX) * (y - meanY));
  const slope = xy / xx;
  return {
    'mean x': round(meanX, 2),
    'mean y': round(meanY, 2),
    'variance x': round(xx / (set.length - 1), 2),
    'variance y': round(yy / (set.length - 1), 2),
    correlation: round(xy / Math.sqrt(xx * yy), 3),
    slope: round(slope, 3),
    intercept: round(meanY - slope * meanX, 2),
  };
}

/** How the slope changes if one point is left out: the largest difference that one of the eleven makes. */
function mostInfluential(set: readonly Point[]): { x: number; slope: number } {
  const { slope } = summarize(set);
  const without = set.map((left) => ({ x: left.x, slope: summarize(set.filter((point) => point !== left)).slope }));
  return without
    .filter((each) => !Number.isNaN(each.slope))
    .reduce((most, each) => (Math.abs(each.slope - slope) > Math.abs(most.slope - slope) ? each : most));
}

writeChartData('a-line-is-not-the-data', {
  points: points.toSorted((a, b) => a.x - b.x).map((point) => ({ ...point })),
});
for (const name of ['I', 'II', 'III', 'IV']) {
  const set = points.filter((point) => point.set === name);
  const isVertical = new Set(set.map(({ x }) => x)).size === 2;
  const other = isVertical ? 'no slope without the point at 19' : JSON.stringify(mostInfluential(set));
  process.stdout.write(`${name} ${JSON.stringify(summarize(set))} ${other}\n`);
}
const spread = (key: 'variance y' | 'correlation') => {
  const values = ['I', 'II', 'III', 'IV'].map((name) => summarize(points.filter(({ set }) => set === name))[key]);
  return round(Math.max(...values) - Math.min(...values), 3);
};
process.stdout.write(
  `largest difference: variance of y ${spread('variance y')}, correlation ${spread('correlation')}\n`,
);
