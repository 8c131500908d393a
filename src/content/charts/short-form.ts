import { z } from 'zod';
import { didYouMean } from '../load/closest-match.ts';
import type { Cell, Column, Table } from './chart-table.ts';

const Text = z.string().regex(/\S/, 'it must not be empty');
const Name = z.union([Text, z.number().transform(String)]);

/** Where the numbers of a chart are: a file, or the rows themselves. */
export const ChartSource = z.union([
  Text,
  z.strictObject({ url: Text }),
  z.strictObject({ values: z.array(z.record(z.string(), z.unknown())) }),
]);

/** The columns that each form draws, by what they are in it. */
export const roles = {
  bar: ['label', 'value'],
  grouped: ['label', 'value', 'group'],
  line: ['label', 'value'],
  dot: ['label', 'value'],
  histogram: ['value'],
  multiples: ['label', 'value', 'group'],
} as const;

export type Form = keyof typeof roles;
export const forms = ['bar', 'grouped', 'line', 'dot', 'histogram', 'multiples'] as const satisfies readonly Form[];

/** The keys of a chart fence for one of the six charts that research needs most. */
export const ShortForm = z.strictObject({
  form: z.enum(forms),
  /** The finding. */
  title: Text,
  /** The quantity that was measured. */
  subtitle: Text.optional(),
  /** The text for readers who cannot see the picture. */
  description: Text.optional(),
  data: ChartSource,
  label: Text.optional(),
  value: Text,
  low: Text.optional(),
  high: Text.optional(),
  group: Text.optional(),
  unit: Text.optional(),
  sort: z.enum(['ascending', 'descending']).optional(),
  highlight: z.union([Name.transform((name) => [name]), z.array(Name)]).default([]),
  note: Text.optional(),
  /** The width of a bar of a histogram. */
  step: z.number().positive().optional(),
  /** The mark of small multiples. */
  mark: z.enum(['bar', 'line']).default('line'),
});
export type ShortForm = z.infer<typeof ShortForm>;

export interface FieldError {
  key: string;
  message: string;
}

/** Compares a short form with its data: a column that is missing, or of another type, is an error. */
export function checkFields(short: ShortForm, { columns, rows }: Table): FieldError[] {
  const errors: FieldError[] = [];
  const needed: readonly string[] = roles[short.form];
  for (const key of ['label', 'value', 'low', 'high', 'group'] as const) {
    const name = short[key];
    if (name === undefined) {
      if (needed.includes(key))
        errors.push({ key: 'form', message: `A ${short.form} chart needs ${key}: the name of a column` });
      continue;
    }
    const at = columns.findIndex((column) => column.name === name);
    const column = columns[at];
    if (!column) errors.push({ key, message: unknownField(name, columns) });
    else if (key !== 'label' && key !== 'group')
      errors.push(...checkNumbers({ key, column, cells: rows.map((row) => row[at] ?? null) }));
  }
  if ((short.low === undefined) !== (short.high === undefined))
    errors.push({ key: short.low === undefined ? 'high' : 'low', message: 'An interval has both low and high' });
  const labels = new Set(
    columns.flatMap((column, at) =>
      [short.label, short.group].includes(column.name) ? rows.map((row) => String(row[at])) : [],
    ),
  );
  for (const name of short.highlight) {
    if (short.form === 'histogram' || labels.has(name)) continue;
    errors.push({ key: 'highlight', message: `No row is called ${name}${didYouMean(name, labels)}` });
  }
  return errors;
}

/** Says that a column is not there, and which one may be meant. */
export function unknownField(name: string, columns: readonly Column[]): string {
  const names = columns.map((column) => column.name);
  return `The data has no column ${name}${didYouMean(name, names, { otherwise: `it has ${names.join(', ')}` })}`;
}

function checkNumbers({ key, column, cells }: { key: string; column: Column; cells: readonly Cell[] }): FieldError[] {
  if (column.type === 'number') return [];
  const wrong = cells.findIndex((cell) => cell !== null && !Number.isFinite(Number(cell)));
  const found = wrong === -1 ? 'is empty' : `has ${JSON.stringify(cells[wrong])} in row ${wrong + 1}`;
  return [{ key, message: `${key} needs numbers, and the column ${column.name} ${found}` }];
}
