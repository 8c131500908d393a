import type { View } from 'vega';
import { z } from 'zod';

/** A part of vega's scene: a list of items of one kind. In a group, the items have lists of their own. */
interface SceneMark {
  marktype: string;
  role?: string;
  name?: string;
  items: SceneItem[];
}

interface SceneItem {
  datum?: unknown;
  description?: string | null;
  items?: SceneMark[];
}

/** Vega describes its scene in no type. */
const Scene = z.object({ root: z.custom<SceneMark>((value) => value !== null && typeof value === 'object') });

/** The marks of the layer that has most of them; the points of a line count too. */
export function countMarks(view: View): number {
  const counts = new Map<string, number>();
  for (const { mark } of listMarks(readScene(view)))
    counts.set(mark.name ?? '', (counts.get(mark.name ?? '') ?? 0) + mark.items.length);
  return Math.max(0, ...counts.values());
}

interface Table {
  rows: readonly Record<string, unknown>[];
  /** The columns that small multiples are made by, by the name of their mark. */
  facets: ReadonlyMap<string, readonly string[]>;
  /** The columns whose numbers are moments. */
  dates: ReadonlySet<string>;
}

/**
 * Lets each mark of a facet name it, and silences the marks whose rows are in no table, as those of an own data source.
 */
export function wordMarks(view: View, { rows, facets, dates }: Table): void {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const toKey = (row: Record<string, unknown>) => JSON.stringify(names.map((name) => row[name] ?? null));
  const known = new Set(rows.map(toKey));
  for (const { mark, around } of listMarks(readScene(view), { facets, dates })) {
    for (const item of mark.items) {
      if (typeof item.description !== 'string') continue;
      const row = flattenRow(item.datum, dates);
      const named = nameQuartiles(row);
      const described = named === row ? item.description.split('; ') : Object.entries(named).map(join);
      const facet = Object.entries(around).map(join);
      const words = [...facet.filter((part) => !described.includes(part)), ...described];
      item.description = known.has(toKey({ ...around, ...row })) ? words.join('; ') : null;
    }
  }
}

const join = ([name, value]: [string, unknown]) => `${name}: ${value}`;

const quartiles = [
  ['min_', 'Min of '],
  ['lower_box_', 'Q1 of '],
  ['mid_box_', 'Median of '],
  ['upper_box_', 'Q3 of '],
  ['max_', 'Max of '],
] as const;

/**
 * The row behind a box of a box plot, with Vega-Lite's words for its five numbers, in their order; any other row as it
 * is.
 */
export function nameQuartiles(row: Record<string, unknown>): Record<string, unknown> {
  const median = Object.keys(row).find((name) => name.startsWith('mid_box_'));
  if (median === undefined) return row;
  const value = median.slice('mid_box_'.length);
  const numbers = quartiles.map(([start, word]) => ({ name: start + value, word: word + value }));
  const others = Object.entries(row).filter(([name]) => !numbers.some((number) => number.name === name));
  return Object.fromEntries([...others, ...numbers.map(({ name, word }): [string, unknown] => [word, row[name]])]);
}

function readScene(view: View): SceneMark {
  return Scene.parse(view.scenegraph()).root;
}

/** The marks of the data, without those of axes, titles and legends, each with the values of the facets around it. */
function* listMarks(
  mark: SceneMark,
  { facets, dates }: Pick<Table, 'facets' | 'dates'> = { facets: new Map(), dates: new Set() },
  around: Record<string, unknown> = {},
): Generator<{ mark: SceneMark; around: Record<string, unknown> }> {
  if (mark.marktype !== 'group') {
    if (mark.role === 'mark') yield { mark, around };
    return;
  }
  const by = facets.get(mark.name ?? '') ?? [];
  for (const { datum, items = [] } of mark.items) {
    const row = flattenRow(datum, dates);
    const inside = { ...around, ...Object.fromEntries(by.map((name) => [name, row[name]])) };
    for (const part of items) yield* listMarks(part, { facets, dates }, inside);
  }
}

/**
 * A row as vega has it, without what it adds for itself; a moment is its day or time in UTC.
 * @param dates columns whose numbers are epoch milliseconds
 */
export function flattenRow(row: unknown, dates: ReadonlySet<string>): Record<string, unknown> {
  const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return Object.fromEntries(
    Object.entries(Object(row)).flatMap(([name, value]) => {
      const moment = typeof value === 'number' && dates.has(name) ? new Date(value) : value;
      if (moment instanceof Date) return [[name, moment.toISOString().replace(/T00:00:00\.000Z$/, '')]];
      return isPlain(value) && !name.startsWith('__') ? [[name, value]] : [];
    }),
  );
}
