import { z } from 'zod';

export type Cell = number | string | null;

export interface Column {
  name: string;
  type: 'number' | 'date' | 'text';
  unit: string | null;
  /** Decimals that a number of it is written with. */
  digits: number;
}

/** Rows of data with what is known of each column. */
export interface Table {
  columns: Column[];
  rows: Cell[][];
}

const Rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A month or a day; a form that programs read in their own time zone is text here. */
const date = /^\d{4}-\d{2}(?:-\d{2})?$/;

/** @returns undefined unless `value` is a list of flat rows with at least one in it */
export function parseRows(value: unknown): Table | undefined {
  const parsed = Rows.safeParse(Array.isArray(value) ? [...value] : value);
  if (!parsed.success || parsed.data.length === 0) return undefined;
  const names = [...new Set(parsed.data.flatMap((row) => Object.keys(row)))];
  const texts = parsed.data.map((row) => names.map((name) => String(row[name] ?? '').trim()));
  const columns = names.map((name, at) =>
    describeColumn(
      name,
      texts.map((row) => row[at] ?? ''),
    ),
  );
  const rows = texts.map((row) => row.map((text, at) => toCell(text, columns[at]?.type ?? 'text')));
  return { columns, rows };
}

function describeColumn(name: string, values: readonly string[]): Column {
  const there = values.filter((value) => value !== '');
  const is = (pattern: RegExp) => there.length > 0 && there.every((value) => pattern.test(value));
  const isNumber = is(number);
  const decimals = (value: string) => /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
  const digits = isNumber ? there.reduce((most, value) => Math.max(most, decimals(value)), 0) : 0;
  return { name, type: isNumber ? 'number' : is(date) ? 'date' : 'text', unit: null, digits: Math.min(digits, 6) };
}

function toCell(text: string, type: Column['type']): Cell {
  if (text === '') return null;
  return type === 'number' ? Number(text) : text;
}
