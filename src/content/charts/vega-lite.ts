import { didYouMean } from '../load/closest-match.ts';
import { isRecord, type YamlPath, type YamlResult } from '../load/yaml.ts';
import { readColumn, type Table } from './chart-table.ts';
import { explainTooThin } from './limits.ts';
import type { ChartContext, ChartPlan } from './plan.ts';
import { ChartSource } from './short-form.ts';
import { readSource } from './short-plan.ts';
import { walk } from './spec-walk.ts';
import { measureText } from './text-width.ts';
import { type Complaint, explainComplaint, findFieldErrors, findSpecErrors, findThinBins } from './vega-lite-checks.ts';

type Spec = Record<string, unknown>;

/** Those of Vega-Lite but `image`, which is fetched from elsewhere. */
const marks: ReadonlySet<string> = new Set(
  'arc area bar boxplot circle errorband errorbar geoshape line point rect rule square text tick trail'.split(' '),
);

/** Keys of a specification that say what is drawn: one of them makes it Vega-Lite. */
export const viewKeys = ['mark', 'layer', 'facet', 'repeat', 'concat', 'hconcat', 'vconcat', 'spec'] as const;

/**
 * Reads a Vega-Lite specification: puts the rows of its files into it, takes out what the page says in HTML, and holds
 * its fields against the data, because vega only warns of a field that is not there and draws nothing.
 * @returns undefined when something is wrong, which is reported
 */
export async function planVegaLite(yaml: YamlResult, context: ChartContext): Promise<ChartPlan | undefined> {
  let isSound = true;
  const wrong = (rule: 'chart-reads' | 'chart-data' | 'alt-text', path: YamlPath, message: string) => {
    isSound = false;
    context.report(rule, yaml.find(path), message);
  };
  const spec = structuredClone(yaml.data);
  const facts = readFacts(spec);
  if (facts.title === '') wrong('chart-reads', ['title'], 'A chart has a title: what was found');
  if (facts.description === '')
    wrong('alt-text', ['description'], 'Say in description: what the chart shows, for readers who cannot see it');
  const tables: Table[] = [];
  for (const { path, value, parent } of walk(spec)) {
    const key = path.at(-1);
    const mark = key === 'mark' ? (isRecord(value) ? value.type : value) : undefined;
    if (mark !== undefined && !marks.has(String(mark)))
      wrong('chart-reads', path, `The mark ${mark} does not exist${didYouMean(String(mark), marks)}`);
    if (key === 'href') wrong('chart-reads', path, 'A chart holds no links');
    if (key !== 'data' || !isRecord(value) || 'name' in value) continue;
    const source = ChartSource.safeParse(pick(value, 'url' in value ? 'url' : 'values'));
    if (!source.success) {
      if (!('sequence' in value))
        wrong('chart-reads', path, 'data has the url of a file beside the article, or values');
      continue;
    }
    const read = await readSource(source.data, context);
    if ('missing' in read) wrong('chart-data', [...path, ...Object.keys(value).slice(0, 1)], read.missing);
    else {
      tables.push(read);
      const { url: _, ...rest } = value;
      parent.data = {
        ...rest,
        values: read.rows.map((row) => Object.fromEntries(read.columns.map(({ name }, at) => [name, row[at]]))),
      };
    }
  }
  for (const rows of Object.values(isRecord(spec.datasets) ? spec.datasets : {})) {
    const read = await readSource({ values: Array.isArray(rows) ? rows : [] }, context);
    if (!('missing' in read)) tables.push(read);
  }
  for (const { path, message } of await findSpecErrors(yaml.data)) wrong('chart-reads', path, message);
  for (const { path, bins } of findThinBins(yaml.data, tables)) wrong('chart-data', path, explainTooThin(bins));
  if (isSound) for (const { path, message } of findFieldErrors(yaml.data, tables)) wrong('chart-data', path, message);
  if (!isSound) return undefined;
  for (const key of ['title', 'description', 'usermeta', 'width', '$schema']) delete spec[key];
  const explain = (complaint: Complaint) => {
    const { path, message } = explainComplaint(yaml.data, complaint);
    return { at: yaml.find(path), message };
  };
  return {
    facts,
    legend: [],
    table: undefined,
    explain,
    dataAt: yaml.find(['data']),
    draw: (width) => fitTo(width, layNames(spec, { tables, width })),
  };
}

/** Pixels beside each small multiple, for its axis and the space to the next. */
const besideMultiple = 56;

/**
 * A chart as wide as the page has room; small multiples share the room, and any other composition has its own width.
 */
function fitTo(width: number, spec: Spec): Spec {
  if (isRecord(spec.facet) && isRecord(spec.spec)) {
    const columns = typeof spec.columns === 'number' ? spec.columns : 1;
    return { ...spec, spec: { height: 160, ...spec.spec, width: Math.floor(width / columns) - besideMultiple } };
  }
  if (!('mark' in spec || 'layer' in spec)) return spec;
  const { facet, row, column } = isRecord(spec.encoding) ? spec.encoding : {};
  if (isRecord(facet)) {
    const columns = typeof facet.columns === 'number' ? facet.columns : 1;
    return { height: 160, ...spec, width: Math.floor(width / columns) - besideMultiple };
  }
  // Vega-Lite fits single views only.
  if (row !== undefined || column !== undefined) return spec;
  return { height: 240, ...spec, width, autosize: { type: 'fit-x', contains: 'padding' } };
}

/** Pixels that the numbers beside a drawing take at most, and the space between names under it. */
const [numbersBeside, betweenNames] = [60, 10];

/** Writes the names under a drawing as lines of text where all have room; Vega-Lite always turns them upright. */
function layNames(spec: Spec, { tables, width }: { tables: readonly Table[]; width: number }): Spec {
  const { encoding } = spec;
  const x = isRecord(encoding) ? encoding.x : undefined;
  if (!isRecord(encoding) || !isRecord(x) || (x.type !== 'nominal' && x.type !== 'ordinal') || x.axis === null)
    return spec;
  const names = new Set(tables.flatMap((table) => readColumn(table, x.field)).map((cell) => String(cell ?? '')));
  const widest = Math.max(0, ...[...names].map((name) => measureText(name, 13)));
  if (names.size === 0 || names.size * (widest + betweenNames) > width - numbersBeside) return spec;
  return { ...spec, encoding: { ...encoding, x: { ...x, axis: { labelAngle: 0, ...(isRecord(x.axis) && x.axis) } } } };
}

/** Title and subtitle as Vega-Lite has them; unit and note, which it lacks, are read from `usermeta`. */
function readFacts({ title, description, usermeta }: Spec): ChartPlan['facts'] {
  const read = (of: unknown, key: string) => (isRecord(of) && typeof of[key] === 'string' ? of[key] : null);
  return {
    title: typeof title === 'string' ? title : (read(title, 'text') ?? ''),
    subtitle: read(title, 'subtitle') ?? read(usermeta, 'subtitle'),
    unit: read(usermeta, 'unit'),
    note: read(usermeta, 'note'),
    description: typeof description === 'string' ? description.trim() : '',
  };
}

const pick = (value: Spec, key: string) => ({ [key]: value[key] });
