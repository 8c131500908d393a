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
export const datePattern = /^\d{4}-\d{2}(?:-\d{2})?$/;

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

const control = /\p{Cc}(?<![\t\n])/u;

/** Says where a character is that no reader can see and no page may contain. */
export function findControl({ columns, rows }: Table): string | undefined {
  const say = (text: string, where: string) => {
    const [found] = control.exec(text) ?? [];
    if (found === undefined) return undefined;
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `a control character (U+${code}) in ${where}; delete it`;
  };
  for (const { name } of columns) {
    const fault = say(name, 'the name of a column');
    if (fault !== undefined) return fault;
  }
  for (const [index, row] of rows.entries())
    for (const [at, cell] of row.entries()) {
      const fault = typeof cell === 'string' ? say(cell, `row ${index + 1}, column ${columns[at]?.name}`) : undefined;
      if (fault !== undefined) return fault;
    }
  return undefined;
}

function describeColumn(name: string, values: readonly string[]): Column {
  const there = values.filter((value) => value !== '');
  const is = (pattern: RegExp) => there.length > 0 && there.every((value) => pattern.test(value));
  // 1e999 is written as a number is, but cannot be drawn.
  const isNumber = is(number) && there.every((value) => Number.isFinite(Number(value)));
  const isDate = is(datePattern) && there.every(isDay);
  const decimals = (value: string) => /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
  const digits = isNumber ? there.reduce((most, value) => Math.max(most, decimals(value)), 0) : 0;
  return { name, type: isNumber ? 'number' : isDate ? 'date' : 'text', unit: null, digits: Math.min(digits, 6) };
}

/** Is there such a day? There is no 13th month, and no 30 February. */
export function isDay(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function toCell(text: string, type: Column['type']): Cell {
  if (text === '') return null;
  return type === 'number' ? Number(text) : text;
}
