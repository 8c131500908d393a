import { z } from 'zod';
import { didYouMean } from '../load/closest-match.ts';
import type { Column } from './chart-table.ts';

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
  /** File of rows from which readers choose, with a column for each number that they set. */
  play: Text.optional(),
});
export type ShortForm = z.infer<typeof ShortForm>;

/** Says that a column is not there, and which one may be meant. */
export function unknownField(name: string, columns: readonly Column[]): string {
  const names = columns.map((column) => column.name);
  return `The data has no column ${name}${didYouMean(name, names, { otherwise: `it has ${names.join(', ')}` })}`;
}
