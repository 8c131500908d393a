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
