import type { FigureData } from '../library/figure-data.ts';
import type { PublicArticle } from '../library/library.ts';

/** A chart as one line of 100 by 24 units, and where it is. */
export interface Sparkline {
  points: readonly { x: number; y: number }[];
  /** False for categories, which nothing connects. */
  isConnected: boolean;
  /** Path of the chart in its article. */
  path: string;
}

const width = 100;
const height = 24;
const minRows = 4;

/** The first public chart of an article whose rows are one series, drawn over time where it has dates; undefined when it has none. */
export function findSparkline({ slug, body }: Pick<PublicArticle, 'slug' | 'body'>): Sparkline | undefined {
  for (const chart of body.charts ?? []) {
    const values = readSeries(chart);
    if (!values) continue;
    const [first] = chart.columns;
    const places = chart.rows.map(([label], index) => (first?.type === 'date' ? Date.parse(String(label)) : index));
    const ys = scale(values, height);
    const points = scale(places, width).map((x, index) => ({ x: round(x), y: round(height - (ys[index] ?? 0)) }));
    const path = `/articles/${slug}#${encodeURIComponent(chart.label ?? '')}`;
    return { points, isConnected: first?.type !== 'text', path };
  }
  return undefined;
}

/** One bar of a stack, in units of a sparkline. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Number of the series that it belongs to. */
  series: number;
}

/** Draws series as stacked bars, one stack for each position. @returns the bars, and the sum of the highest stack */
export function stackBars(series: readonly (readonly number[])[]): { bars: Bar[]; most: number } {
  const sums = (series[0] ?? []).map((_, at) => series.reduce((sum, values) => sum + (values[at] ?? 0), 0));
  const most = Math.max(0, ...sums);
  const step = width / sums.length;
  const bars = sums.flatMap((_, at) => {
    let y = height;
    return series.flatMap((values, index) => {
      const tall = most === 0 ? 0 : round(((values[at] ?? 0) / most) * height);
      y -= tall;
      return tall === 0
        ? []
        : [{ x: round(at * step), y: round(y), width: round(step * 0.8), height: tall, series: index }];
    });
  });
  return { bars, most };
}

/** The numbers of the first numeric column behind that of the labels, where each label is there once. */
function readSeries({ columns, rows }: FigureData): number[] | undefined {
  const labels = rows.map(([label]) => label);
  if (rows.length < minRows || new Set(labels).size < rows.length) return undefined;
  const column = columns.findIndex(({ type }, index) => index > 0 && type === 'number');
  const values = rows.map((row) => row[column]);
  return values.every((value) => typeof value === 'number') ? values : undefined;
}

/** Numbers moved and stretched to the range from 0 to `most`. */
function scale(values: readonly number[], most: number): number[] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return values.map((value) => ((value - low) / range) * most);
}

const round = (value: number) => Number(value.toFixed(1));
