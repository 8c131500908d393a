import { z } from 'zod';
import { isDay } from '../load/dates.ts';
import { listControls } from '../load/source-file.ts';

export type Cell = number | string | null;

export interface Column {
  name: string;
  type: 'number' | 'date' | 'text';
  unit: string | null;
  /** Decimals that a number of it is written with. */
  digits: number;
  /** Are its numbers years, which no sign divides into thousands? */
  isYear?: boolean;
}

/** Rows of data with what is known of each column. */
export interface Table {
  columns: Column[];
  rows: Cell[][];
}

const Rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A month or a day. */
const datePattern = /^\d{4}-\d{2}(?:-\d{2})?$/;
/** A time of day with its zone; without one, programs would read it in the zone of the machine. */
const instantPattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})$/;
const localPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

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
  const written = columns.map(({ type }, at) => {
    const values = texts.map((row) => row[at] ?? '');
    return type === 'date' ? writeInstants(values) : values;
  });
  const rows = texts.map((_, index) => columns.map(({ type }, at) => toCell(written[at]?.[index] ?? '', type)));
  return { columns, rows };
}

/** Epoch milliseconds of a time with a zone; undefined for any other text, and for a time that does not exist. */
export function readInstant(text: string): number | undefined {
  const [, day = '', time, zone] = instantPattern.exec(text) ?? [];
  const moment = isDay(day) ? Date.parse(`${day}T${time}${zone}`) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Times as UTC, all with the same precision; a day among them is its midnight. Days alone stay days. */
function writeInstants(values: readonly string[]): readonly string[] {
  if (values.every((value) => readInstant(value) === undefined)) return values;
  const moments = values.map((value) => (value === '' ? '' : new Date(readInstant(value) ?? value).toISOString()));
  const ending = [':00.000Z', '.000Z', 'Z'].find((end) =>
    moments.every((moment) => moment === '' || moment.endsWith(end)),
  );
  return moments.map((moment) => moment && `${moment.slice(0, -(ending ?? 'Z').length)}Z`);
}

/**
 * Years of our time are whole numbers of four digits; any other such numbers are as clear without a sign between the
 * thousands.
 */
export function areYears(cells: readonly unknown[]): boolean {
  return cells.every((cell) => Number.isInteger(cell) && Number(cell) >= 1000 && Number(cell) < 3000);
}

/** The cells of a column; empty if there is none of this name. */
export function readColumn({ columns, rows }: Table, name: unknown): (Cell | undefined)[] {
  const at = columns.findIndex((column) => column.name === name);
  return at === -1 ? [] : rows.map((row) => row[at]);
}

/** Says where a character is that no reader can see and no page may contain. */
export function findControl({ columns, rows }: Table): string | undefined {
  const describeControl = (text: string, where: string) => {
    const [found] = listControls(text, 1);
    return found && `a control character (${found.name}) in ${where}; delete it`;
  };
  for (const { name } of columns) {
    const fault = describeControl(name, 'the name of a column');
    if (fault !== undefined) return fault;
  }
  for (const [index, row] of rows.entries())
    for (const [at, cell] of row.entries()) {
      const fault =
        typeof cell === 'string' ? describeControl(cell, `row ${index + 1}, column ${columns[at]?.name}`) : undefined;
      if (fault !== undefined) return fault;
    }
  return undefined;
}

function describeColumn(name: string, values: readonly string[]): Column {
  const there = values.filter((value) => value !== '');
  const is = (pattern: RegExp) => there.length > 0 && there.every((value) => pattern.test(value));
  // 1e999 is written as a number is, but cannot be drawn.
  const isNumber = is(number) && there.every((value) => Number.isFinite(Number(value)));
  const isTime = (value: string) => (datePattern.test(value) ? isDay(value) : readInstant(value) !== undefined);
  const isDate = there.length > 0 && there.every(isTime);
  const digits = isNumber ? countDigits(there) : 0;
  return { name, type: isNumber ? 'number' : isDate ? 'date' : 'text', unit: null, digits };
}

/**
 * Decimals of a column: as many as its numbers have up to six, and two of the smallest, which would be written as zero
 * with six.
 */
function countDigits(numbers: readonly string[]): number {
  const sizes = numbers.map((text) => Math.abs(Number(text))).filter((size) => size > 0);
  const least = sizes.reduce((smallest, size) => Math.min(smallest, size), 1);
  const needed = Math.min(20, Math.ceil(-Math.log10(least)) + 1);
  const most = numbers.reduce((longest, text) => Math.max(longest, countDecimals(withoutNoise(text))), 0);
  return Math.min(most, Math.max(6, needed));
}

/**
 * A sum of binary fractions, such as 0.30000000000000004, as it was meant: it has more digits than a program computes
 * with.
 */
function withoutNoise(text: string): string {
  return text.replaceAll(/\D/g, '').length > 15 ? String(Number(Number(text).toPrecision(15))) : text;
}

/** Decimals of a number as it is written, such as 2 of `1.50` and 9 of `1e-9`. */
export function countDecimals(text: string): number {
  const [, decimals = '', exponent = '0'] = /^[+-]?\d*(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  return Math.max(0, decimals.length - Number(exponent));
}

/**
 * Says which cell of a column of dates and times does not exist or lacks its zone; undefined for any other column.
 */
export function findNoDay(cells: readonly (Cell | undefined)[]): string | undefined {
  const texts = cells.map((cell) => String(cell ?? ''));
  const forms = [datePattern, instantPattern, localPattern];
  if (!texts.every((text) => text === '' || forms.some((form) => form.test(text)))) return undefined;
  const wrong = texts.findIndex(
    (text) => text !== '' && !(datePattern.test(text) && isDay(text)) && readInstant(text) === undefined,
  );
  const text = texts[wrong];
  if (text === undefined) return undefined;
  const place = `${text} in row ${wrong + 1}`;
  if (!isDay(text.slice(0, 10))) return `${place}, a day that does not exist`;
  return localPattern.test(text)
    ? `${place}, a time without a zone; write ${text}Z if it is UTC`
    : `${place}, a time that does not exist`;
}

function toCell(text: string, type: Column['type']): Cell {
  if (text === '') return null;
  return type === 'number' ? Number(text) : text;
}
