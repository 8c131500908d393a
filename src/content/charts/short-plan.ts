import { didYouMean } from '../load/closest-match.ts';
import { pickRight, validateYaml } from '../load/validate.ts';
import type { YamlResult } from '../load/yaml.ts';
import { drawBars, drawDots, drawGroups, groupColours, hasColours, listGroups } from './bands.ts';
import { toBins } from './bins.ts';
import { areYears, findControl, parseRows, readColumn, readInstant, type Table } from './chart-table.ts';
import { checkFields } from './field-checks.ts';
import type { ChartContext, ChartPlan, DataResult } from './plan.ts';
import { type Play, readPlay } from './play.ts';
import { toPoints, type Writer } from './points.ts';
import { labelColumn } from './render-chart.ts';
import { drawHistogram, drawLines, drawMultiples } from './series.ts';
import { forms, ShortForm } from './short-form.ts';

/**
 * Reads one of the six short forms.
 * @returns undefined when something is wrong, which is reported
 */
export async function planShortForm(yaml: YamlResult, context: ChartContext): Promise<ChartPlan | undefined> {
  const { report, writer } = context;
  const { form } = yaml.data;
  if (!forms.some((known) => known === form)) {
    const known = `A chart has a form, one of ${forms.join(', ')}, or is a Vega-Lite specification`;
    report(
      'chart-reads',
      yaml.find(['form']),
      form === undefined
        ? known
        : `The form ${form} does not exist${didYouMean(String(form), forms, { otherwise: known })}`,
    );
    return undefined;
  }
  const valid = validateYaml(ShortForm, yaml, { rule: 'chart-reads', report });
  const written = valid ?? ShortForm.safeParse(pickRight(ShortForm.shape, yaml.data).data).data;
  if (!written) return undefined;
  if (written.description === undefined)
    report('alt-text', yaml.find(['form']), 'Say in description: what the chart shows, for readers who cannot see it');
  const read = await readSource(written.data, context);
  if ('missing' in read) {
    report('chart-data', yaml.find(['data']), read.missing);
    return undefined;
  }
  const short = { ...written, highlight: findTimes(written, read) };
  const errors = checkFields(short, read);
  const { play, fault } = await findPlay(short, context);
  if (fault !== undefined) errors.push({ key: 'play', message: fault });
  for (const { key, message } of errors) report('chart-data', yaml.find([key]), message);
  if (!valid || errors.length > 0 || short.description === undefined) return undefined;
  const plan = planDrawing(short, { table: arrange(read, short), description: short.description, writer });
  return {
    ...plan,
    play,
    dataAt: yaml.find(['data']),
    explain: ({ complaint }) => ({ at: 0, message: `Vega-Lite does not draw this: ${complaint}` }),
  };
}

/** The rows that a specification names: of a file, or written in it. */
export async function readSource(
  data: ShortForm['data'],
  { readData }: Pick<ChartContext, 'readData'>,
): Promise<DataResult> {
  if (typeof data === 'string') return readData(data);
  if ('url' in data) return readData(data.url);
  const table = parseRows(data.values);
  if (!table) return { missing: 'values is a list of rows, each a mapping of column to value' };
  const control = findControl(table);
  return control === undefined ? table : { missing: `values has ${control}` };
}

async function findPlay(short: ShortForm, context: ChartContext): Promise<{ play?: Play; fault?: string }> {
  if (short.play === undefined) return {};
  const read = await context.readData(short.play);
  if ('missing' in read) return { fault: read.missing };
  const play = readPlay(short, read, context.writer);
  return 'fault' in play ? play : { play };
}

/** The rows to point at; a time is found in whatever zone it is written. */
function findTimes({ highlight, label }: ShortForm, table: Table): string[] {
  const times = new Map(readColumn(table, label).map((cell) => [readInstant(String(cell)), String(cell)] as const));
  return highlight.map((name) => times.get(readInstant(name) ?? Number.NaN) ?? name);
}

/** Adds the unit to the columns of values and sorts the rows as requested. */
function arrange(table: Table, short: ShortForm): Table {
  const { columns, rows } = table;
  const measured = [short.value, short.low, short.high];
  const digits = Math.max(...columns.filter(({ name }) => measured.includes(name)).map((column) => column.digits));
  const named = columns.map((column) =>
    measured.includes(column.name)
      ? { ...column, unit: short.unit ?? null, digits }
      : { ...column, isYear: areYears(readColumn(table, column.name)) },
  );
  const at = columns.findIndex(({ name }) => name === short.value);
  const sign = { ascending: 1, descending: -1 }[short.sort ?? 'ascending'];
  const sorted = short.sort ? rows.toSorted((a, b) => sign * (Number(a[at]) - Number(b[at]))) : rows;
  return { columns: named, rows: sorted };
}

function planDrawing(
  short: ShortForm,
  { table, description, writer }: { table: Table; description: string; writer: Writer },
): Omit<ChartPlan, 'dataAt' | 'explain' | 'play'> {
  const { title, subtitle = null, unit = null, note = null } = short;
  const facts = { title, subtitle, unit, note, description };
  if (short.form === 'histogram') {
    const bins = toBins(short, table, writer);
    return {
      facts: { ...facts, unit: null },
      legend: [],
      table: bins.table,
      draw: (width) => drawHistogram(bins.points, { width, name: labelColumn({ name: short.value, unit }), writer }),
    };
  }
  const points = toPoints(short, table, writer);
  const isDate = table.columns.some(({ name, type }) => name === short.label && type === 'date');
  const groups = listGroups(points);
  const colours = groupColours(groups.length);
  // Lines have their names at their ends, and bars of more groups than colours beside their values.
  const isGrouped = short.form === 'grouped' || (short.form === 'line' && groups.length > 1);
  const legend =
    isGrouped && hasColours(groups)
      ? groups.map((name, at) => ({ name, colour: colours[at] ?? 'var(--chart-1)' }))
      : [];
  const { form } = short;
  const axes = { name: short.label ?? '', unit, writer };
  const draw = (width: number) => {
    switch (form) {
      case 'bar':
        return drawBars(points, width);
      case 'grouped':
        return drawGroups(points, width);
      case 'dot':
        return drawDots(points, width);
      case 'line':
        return drawLines(points, { width, isDate, axes });
      case 'multiples':
        return drawMultiples(points, { width, isDate, axes, mark: short.mark });
    }
  };
  return { facts, legend, table, draw };
}
