import { escapeHtml } from '../../library/markup.ts';
import { countDecimals, readColumn, type Table } from './chart-table.ts';
import { count, explainTooMany, maxValues } from './limits.ts';
import { type Writer, writeNumber } from './points.ts';
import { type ShortForm, unknownField } from './short-form.ts';

/** Bars for settings that readers choose: a value of each label for each combination of steps. */
export interface Play {
  /** The numbers that readers set, each with its steps as they are written. */
  settings: { name: string; steps: string[] }[];
  labels: string[];
  /** The values of all labels for each combination; the steps of the last setting change first. */
  values: number[][];
  digits: number;
}

/** Reads the rows to choose from: columns for label and value as in the chart, and one for each number that is set. */
export function readPlay({ label = '', value }: ShortForm, table: Table, writer: Writer): Play | { fault: string } {
  const { columns, rows } = table;
  const missing = [label, value].find((name) => !columns.some((column) => column.name === name));
  if (missing !== undefined) return { fault: unknownField(missing, columns) };
  if (rows.length > maxValues) return { fault: explainTooMany(rows.length) };
  const names = columns.map(({ name }) => name).filter((name) => name !== label && name !== value);
  const textual = columns.find(({ name, type }) => name !== label && type !== 'number')?.name;
  if (names.length === 0 || textual !== undefined)
    return { fault: `Readers set numbers, and ${textual ? `the column ${textual} has text` : 'no column has any'}` };
  const columnsSet = names.map((name) => readColumn(table, name).map(Number));
  const steps = columnsSet.map((cells) => [...new Set(cells)].toSorted((one, other) => one - other));
  const labels = [...new Set(readColumn(table, label).map(String))];
  // Counted before they are listed: a few columns of many different numbers have billions of combinations.
  const expected = steps.reduce((product, { length }) => product * length, labels.length);
  const incomplete = `Each combination needs one row with a value: ${count(expected)}, and there are ${count(rows.length)}`;
  if (rows.length !== expected) return { fault: incomplete };
  const found = new Map(
    rows.map((_, at) => [
      JSON.stringify([columnsSet.map((cells) => cells[at]), String(readColumn(table, label)[at])]),
      readColumn(table, value)[at],
    ]),
  );
  const values = combine(steps).map((set) => labels.map((name) => found.get(JSON.stringify([set, name]))));
  const numbers = values.map((some) => some.filter((cell) => typeof cell === 'number'));
  if (numbers.flat().length < expected) return { fault: incomplete };
  if (numbers.flat().some((number) => number < 0)) return { fault: 'Bars begin at zero, and a value is below it' };
  const write = (step: number) => writeNumber(step, { digits: countDecimals(String(step)), unit: null }, writer);
  return {
    settings: names.map((name, at) => ({ name, steps: (steps[at] ?? []).map(write) })),
    labels,
    values: numbers,
    digits: columns.find(({ name }) => name === value)?.digits ?? 0,
  };
}

function combine(steps: readonly (readonly number[])[]): number[][] {
  return steps.reduce<number[][]>((all, some) => all.flatMap((set) => some.map((step) => [...set, step])), [[]]);
}

/**
 * Sliders at the middle of their steps, and a bar for each label, the largest first. Only a script moves them, so a
 * page without one leaves them out; the places are there before the script, which therefore moves nothing.
 */
export function renderPlay(play: Play, { title, writer }: { title: string; writer: Writer }): string {
  const { settings, labels, values, digits } = play;
  const middle = settings.map(({ steps }) => Math.floor(steps.length / 2));
  const sliders = settings.map(({ name, steps }, at) => {
    const step = escapeHtml(steps[middle[at] ?? 0] ?? '');
    const range = `min="0" max="${steps.length - 1}" value="${middle[at]}" aria-valuetext="${step}"`;
    return `<label>${escapeHtml(name)} <input type="range" ${range} autocomplete="off"></label><output>${step}</output>`;
  });
  const start = settings.reduce((place, { steps }, at) => place * steps.length + (middle[at] ?? 0), 0);
  const most = Math.max(...values.flat());
  const bars = labels
    .map((name, at) => ({ name, at, value: values[start]?.[at] ?? 0 }))
    .toSorted((one, other) => other.value - one.value)
    .map(({ name, at, value }) => {
      const written = writeNumber(value, { digits, unit: null }, writer);
      const bar = `<svg viewBox="0 0 ${most} 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${value}" height="1"/></svg>`;
      return `<li data-at="${at}"><span>${escapeHtml(name)}</span>${bar}<output>${written}</output></li>`;
    });
  const data = { steps: settings.map(({ steps }) => steps), values, digits, language: writer.language };
  return `<fieldset class="play js-only" data-play="${escapeHtml(JSON.stringify(data))}"><legend>${escapeHtml(title)}</legend><p>${sliders.join('')}</p><ol>${bars.join('')}</ol></fieldset>\n`;
}
