import { didYouMean } from '../load/closest-match.ts';
import { layBins } from './bins.ts';
import { type Cell, type Column, findNoDay, type Table } from './chart-table.ts';
import { explainTooMany, explainTooThin, maxBins, maxValues } from './limits.ts';
import { roles, type ShortForm, unknownField } from './short-form.ts';

export interface FieldError {
  key: string;
  message: string;
}

/**
 * Compares a short form with its data: a column that is missing, or of another type, is an error, and a row that cannot
 * be drawn.
 */
export function checkFields(short: ShortForm, table: Table): FieldError[] {
  const { columns, rows } = table;
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
    else {
      const cells = rows.map((row) => row[at] ?? null);
      if (key === 'group') continue;
      if (key !== 'label') errors.push(...checkNumbers({ key, column, cells }));
      else if (short.form === 'line' || short.form === 'multiples') errors.push(...checkDays({ key, column, cells }));
    }
  }
  if ((short.low === undefined) !== (short.high === undefined))
    errors.push({ key: short.low === undefined ? 'high' : 'low', message: 'An interval has both low and high' });
  return [...errors, ...checkHighlight(short, table), ...(errors.length > 0 ? [] : checkRows(short, table))];
}

function checkHighlight(short: ShortForm, { columns, rows }: Table): FieldError[] {
  if (short.form === 'histogram') return [];
  const labels = new Set(
    columns.flatMap((column, at) =>
      [short.label, short.group].includes(column.name) ? rows.map((row) => String(row[at])) : [],
    ),
  );
  return short.highlight
    .filter((name) => !labels.has(name))
    .map((name) => ({ key: 'highlight', message: `No row is called ${name}${didYouMean(name, labels)}` }));
}

/** What is wrong with the rows although each column is as it should be. */
function checkRows(short: ShortForm, { columns, rows }: Table): FieldError[] {
  const find = (name: string | undefined) => columns.findIndex((column) => column.name === name);
  const value = find(short.value);
  if (short.form === 'histogram') {
    const values = rows.map((row) => row[value]).filter((cell) => typeof cell === 'number');
    const { count } = layBins(values, short.step);
    return count > maxBins ? [{ key: 'step', message: explainTooThin(count) }] : [];
  }
  if (rows.length > maxValues) return [{ key: 'data', message: explainTooMany(rows.length) }];
  const [low, high] = [find(short.low), find(short.high)];
  const swapped = rows.findIndex((row) => Number(row[low] ?? Number.NaN) > Number(row[high] ?? Number.NaN));
  const order = {
    key: 'low',
    message: `low is above high in row ${swapped + 1}: ${rows[swapped]?.[low]} and ${rows[swapped]?.[high]}`,
  };
  const drawn = rows.map((row) => (row[value] === null ? undefined : [row[find(short.label)], row[find(short.group)]]));
  return [...(swapped === -1 ? [] : [order]), ...checkTwice(short, drawn)];
}

/** Two values in one place would be drawn over each other. */
function checkTwice({ form, group }: ShortForm, drawn: readonly ((Cell | undefined)[] | undefined)[]): FieldError[] {
  const isByGroup = form !== 'bar' && form !== 'dot' && group !== undefined;
  const advice = {
    bar: ', or use form: grouped, with a group that tells them apart',
    dot: '',
    line: isByGroup ? '' : ', or name in group the column that tells their lines apart',
    grouped: '',
    histogram: '',
    multiples: '',
  }[form];
  const first = new Map<string, number>();
  for (const [index, names] of drawn.entries()) {
    if (!names) continue;
    const place = JSON.stringify(isByGroup ? names : names.slice(0, 1));
    const before = first.get(place);
    first.set(place, before ?? index);
    if (before === undefined) continue;
    const what = isByGroup ? `${names[0]} of ${names[1]}` : names[0];
    const message = `The label ${what} is in row ${before + 1} and again in row ${index + 1}; keep one of them${advice}`;
    return [{ key: 'label', message }];
  }
  return [];
}

interface Cells {
  key: string;
  column: Column;
  cells: readonly Cell[];
}

function checkNumbers({ key, column, cells }: Cells): FieldError[] {
  if (column.type === 'number') return [];
  const wrong = cells.findIndex((cell) => cell !== null && !Number.isFinite(Number(cell)));
  const found = wrong === -1 ? 'is empty' : `has ${JSON.stringify(cells[wrong])} in row ${wrong + 1}`;
  return [{ key, message: `${key} needs numbers, and the column ${column.name} ${found}` }];
}

/** A column of dates in which one does not exist would be drawn as names, at the same distance from each other. */
function checkDays({ key, column, cells }: Cells): FieldError[] {
  const found = findNoDay(cells);
  return found === undefined ? [] : [{ key, message: `The column ${column.name} has ${found}` }];
}
