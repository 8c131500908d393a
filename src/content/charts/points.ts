import { chooseWords } from '../../words/words.ts';
import type { Cell, Column, Table } from './chart-table.ts';
import type { ShortForm } from './short-form.ts';

/** A row of data as the drawings need it. The names are short: they are in every expression. */
export interface Point {
  label: string;
  value: number;
  low: number | null;
  high: number | null;
  group: string;
  /** So many rows of its group before it have no value: a line does not cross them. */
  run: number;
  /** Is it one of those that the author points at, or does the author point at none? */
  main: boolean;
  /** The value as it is written at its mark. */
  text: string;
  /** The whole row in words, shown to a reader who points at the mark. */
  say: string;
}

/** Writes numbers and dates in the language of the publication. */
export interface Writer {
  language: string;
}

/** Writes a number in the publication's language; a percent sign follows it, no other unit does. */
export function writeNumber(
  value: number,
  { digits, unit, isYear = false }: Pick<Column, 'digits' | 'unit' | 'isYear'>,
  { language }: Writer,
): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: !isYear };
  return value.toLocaleString(language, options).replace('-', '\u2212') + (unit === '%' ? '\u00A0%' : '');
}

/** A cell as readers see it. */
export function writeCell(cell: Cell, column: Column, writer: Writer): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return writeNumber(cell, { ...column, unit: null }, writer);
  return column.type === 'date' ? writeTime(cell, writer) : cell;
}

/** A month, a day or a time of day in UTC as readers see it. */
export function writeTime(cell: string, { language }: Writer): string {
  return new Date(cell).toLocaleString(chooseWords(language).dateLocale, {
    ...(cell.length > 7 && { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
    ...(cell.includes('T') && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }),
    ...(/:\d\d:/.test(cell) && { second: '2-digit' }),
    timeZone: 'UTC',
  });
}

/** The rows that a short form draws; one without a value is left out. Those of lines are in the order of their axis. */
export function toPoints(short: ShortForm, { columns, rows }: Table, writer: Writer): Point[] {
  const find = (name: string | undefined) => columns.findIndex((column) => column.name === name);
  const at = {
    label: find(short.label),
    value: find(short.value),
    low: find(short.low),
    high: find(short.high),
    group: find(short.group),
  };
  const column = columns[at.value];
  if (!column) return [];
  const numberAt = (row: readonly Cell[], index: number) => (typeof row[index] === 'number' ? row[index] : null);
  const runs = new Map<string, number>();
  const isAlongAxis = short.form === 'line' || short.form === 'multiples';
  return (isAlongAxis ? orderRows(rows, { columns, at: at.label }) : rows).flatMap((row) => {
    const value = numberAt(row, at.value);
    const [label, group] = [String(row[at.label] ?? ''), String(row[at.group] ?? '')];
    const run = runs.get(group) ?? 0;
    if (value === null) {
      runs.set(group, run + 1);
      return [];
    }
    const [low, high] = [numberAt(row, at.low), numberAt(row, at.high)];
    const labelColumn = columns[at.label];
    const written = labelColumn ? writeCell(label, labelColumn, writer) : label;
    // A number alone does not say what it counts.
    const place = labelColumn?.type === 'number' ? `${labelColumn.name} ${written}` : written;
    const named = [group, place].filter((name) => name !== '').join(', ');
    const text = writeNumber(value, column, writer);
    const unit = column.unit === null || column.unit === '%' ? '' : ` ${column.unit}`;
    const range =
      low === null || high === null
        ? ''
        : ` (${writeNumber(low, column, writer)} – ${writeNumber(high, column, writer)})`;
    const main = short.highlight.length === 0 || short.highlight.includes(label) || short.highlight.includes(group);
    return [{ label, value, low, high, group, run, main, text, say: `${named}: ${text}${unit}${range}` }];
  });
}

/** Rows by the numbers or dates of a column; names stay in their order. */
function orderRows(
  rows: readonly (readonly Cell[])[],
  { columns, at }: { columns: readonly Column[]; at: number },
): readonly (readonly Cell[])[] {
  const type = columns[at]?.type;
  if (type === 'number') return rows.toSorted((a, b) => Number(a[at]) - Number(b[at]));
  if (type === 'date') return rows.toSorted((a, b) => (String(a[at]) < String(b[at]) ? -1 : 1));
  return rows;
}
