import type { FigureData } from '../library/figure-data.ts';
import type { PublicArticle } from '../library/library.ts';

/** Units of its drawing. */
export const sparklineSize = { width: 200, height: 32 };
const { width, height } = sparklineSize;

/** A chart in small, drawn from zero, and where it is. */
export interface Sparkline {
  points: readonly { x: number; y: number }[];
  /** The height at which zero is. */
  zero: number;
  /** False for categories, which nothing connects: they are bars. */
  isConnected: boolean;
  /** The point of the article's finding, or the last one. */
  marked: number;
  /** Path of the chart in its article. */
  path: string;
}

const minRows = 4;

/**
 * Draws a public chart of an article whose rows are one series: the one that has the number of its finding, otherwise
 * the first. Undefined when no chart is one.
 */
export function findSparkline({
  slug,
  body,
  finding,
}: Pick<PublicArticle, 'slug' | 'body' | 'finding'>): Sparkline | undefined {
  const number = Number.parseFloat(finding?.value.replaceAll(',', '') ?? '');
  const candidates = (body.charts ?? []).flatMap((chart) => {
    const values = readSeries(chart, number);
    return values ? [{ chart, values, found: values.indexOf(number) }] : [];
  });
  const [chosen] = candidates.toSorted((one, other) => Number(other.found >= 0) - Number(one.found >= 0));
  if (!chosen) return undefined;
  const { chart, values, found } = chosen;
  const [first] = chart.columns;
  const isConnected = first?.type !== 'text';
  const places = chart.rows.map(([label], index) => (first?.type === 'date' ? Date.parse(String(label)) : index));
  const xs = stretch(places, width);
  const [zero = 0, ...ys] = stretch([0, ...values], height);
  return {
    points: xs.map((x, index) => ({ x: round(x), y: round(height - (ys[index] ?? 0)) })),
    zero: round(height - zero),
    isConnected,
    marked: found >= 0 ? found : values.length - 1,
    path: `/articles/${slug}#${encodeURIComponent(chart.label ?? '')}`,
  };
}

/** One bar of a stack, in per cent of the drawing. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  series: number;
}

/** The sum of a stack, with the middle of its upper edge. */
export interface Sum {
  x: number;
  y: number;
  value: number;
}

/** Positions that have room for their sums. */
const maxSums = 16;

/**
 * Draws series as stacked bars, one stack for each position.
 * @returns the bars, and the sums: of many stacks only the highest
 */
export function stackBars(series: readonly (readonly number[])[]): { bars: Bar[]; sums: Sum[]; most: number } {
  const totals = (series[0] ?? []).map((_, at) => series.reduce((sum, values) => sum + (values[at] ?? 0), 0));
  const most = Math.max(0, ...totals);
  const step = 100 / totals.length;
  const share = (value: number) => (most === 0 ? 0 : round((value / most) * 100));
  const bars = totals.flatMap((_, at) => {
    let y = 100;
    return series.flatMap((values, index) => {
      const tall = share(values[at] ?? 0);
      y -= tall;
      return tall === 0
        ? []
        : [{ x: round(at * step), y: round(y), width: round(step * 0.8), height: tall, series: index }];
    });
  });
  const sums = totals.map((value, at) => ({ x: round((at + 0.4) * step), y: round(100 - share(value)), value }));
  const shown = sums.filter(({ value }) => value > 0 && (sums.length <= maxSums || value === most));
  return { bars, sums: shown, most };
}

/**
 * The numbers of one column, where each label is there once: of the one that has the finding, otherwise of the first
 * that is drawn, which has a unit, or of the first with numbers.
 */
function readSeries({ columns, rows }: FigureData, finding: number): number[] | undefined {
  const labels = rows.map(([label]) => label);
  if (rows.length < minRows || new Set(labels).size < rows.length) return undefined;
  const numeric = columns.flatMap(({ type, unit }, at) => (at > 0 && type === 'number' ? [{ at, unit }] : []));
  const column =
    numeric.find(({ at }) => rows.some((row) => row[at] === finding)) ??
    numeric.find(({ unit }) => unit !== null) ??
    numeric[0];
  const values = column ? rows.map((row) => row[column.at]) : [null];
  return values.every((value) => typeof value === 'number') ? values : undefined;
}

/** Numbers moved and stretched to the range from 0 to `length`. */
function stretch(values: readonly number[], length: number): number[] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return values.map((value) => ((value - low) / range) * length);
}

const round = (value: number) => Number(value.toFixed(1));
