import { type Column, readColumn, type Table } from './chart-table.ts';
import { type Point, type Writer, writeNumber } from './points.ts';
import type { ShortForm } from './short-form.ts';
import { roundStep } from './ticks.ts';

/**
 * The smallest and the largest of some numbers. Not by `Math.min(...)`: a file may have more rows than a call may have
 * arguments.
 */
export function extentOf(values: readonly number[]): { least: number; most: number } {
  return {
    least: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    most: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  };
}

/** The width of the bins, the number of the first one from zero, and how many there are. */
export function layBins(values: readonly number[], wanted: number | undefined) {
  const { least, most } = extentOf(values);
  const step = wanted ?? roundStep((most - least) / 20 || 1);
  const first = Math.floor(least / step + 1e-9);
  return { step, first, count: Math.max(1, Math.ceil(most / step - 1e-9) - first) };
}

/**
 * About twenty bins of one width, each with its lower edge and the last with both; their counts are the numbers of a
 * histogram.
 */
export function toBins(
  short: ShortForm,
  source: Table,
  writer: Writer,
): { table: Table; points: (Point & { from: number; to: number })[] } {
  const values = readColumn(source, short.value).filter((cell) => typeof cell === 'number');
  const { step, first, count } = layBins(values, short.step);
  const edge = (index: number) => Number(((first + index) * step).toPrecision(12));
  const counts = Array.from({ length: count }, () => 0);
  for (const value of values) {
    const bin = Math.min(Math.floor(value / step + 1e-9) - first, count - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const unit = short.unit ?? null;
  const column = (name: string, own: Partial<Column> = {}): Column => ({
    name,
    type: 'number',
    unit: null,
    digits: 0,
    ...own,
  });
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const edges = { unit, digits };
  return {
    table: {
      columns: [column('from', edges), column('to', edges), column('count')],
      rows: counts.map((value, index) => [edge(index), edge(index + 1), value]),
    },
    points: counts.map((value, index) => {
      const [from, to] = [edge(index), edge(index + 1)];
      const main = short.highlight.length === 0 || short.highlight.includes(String(from));
      const text = writeNumber(value, column('count'), writer);
      const range = `${writeNumber(from, { ...edges, unit: null }, writer)} – ${writeNumber(to, edges, writer)}`;
      return {
        label: String(from),
        value,
        low: null,
        high: null,
        group: '',
        run: 0,
        main,
        text,
        say: `${range}: ${text}`,
        from,
        to,
      };
    }),
  };
}
