import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { z } from 'zod';
import { isRecord } from '../load/yaml.ts';
import { houseStyle } from './house-style.ts';
import { maxValues } from './limits.ts';
import { describeLocale } from './locale.ts';
import { countMarks, flattenRow, nameQuartiles, wordMarks } from './scene.ts';
import { walk } from './spec-walk.ts';
import { measureText } from './text-width.ts';

/** Vega-Lite checks its input itself, so nothing else is parsed here. */
const Specification = z.custom<TopLevelSpec>(isRecord);

// Vega without a canvas takes 0.8 of the size for every letter, half as much again as Inter has.
vega.textMetrics.canvas(false);
vega.textMetrics.width = (item, text) => measureText(String(text ?? ''), item.fontSize ?? 11, item.fontWeight);

/** Data is in the specification already: nothing may be read from the disk or fetched. */
const noLoader = { ...vega.loader(), load: refuse, sanitize: refuse, http: refuse, file: refuse };

function refuse(url: unknown): Promise<never> {
  return Promise.reject(new Error(`${url} is not read`));
}

/** The intervals that vega draws by chance are the same in every build. */
const seed = 20_261_122;

export interface Drawn {
  svg: string;
  /** The rows behind the first mark that has any. */
  rows: Record<string, unknown>[];
  /** The warnings of vega and vega-lite; each of them is an error of the author. */
  warnings: string[];
  /** Marks of the layer that has most. With more than `maxValues` the SVG is empty. */
  count: number;
}

interface Manner {
  /** BCP 47: numbers and dates that the specification does not write itself are in it. */
  language: string;
  /** Has the specification no words for its marks? Then vega's are theirs, of those whose rows are in the table. */
  isWorded: boolean;
}

/**
 * Draws a vega-lite specification without a browser. The same specification is the same picture, on every machine and
 * day.
 */
export async function drawSpec(spec: Record<string, unknown>, { language, isWorded }: Manner): Promise<Drawn> {
  const warnings: string[] = [];
  const logger = createLogger(warnings);
  const locale = describeLocale(language);
  const { spec: compiled } = compile(Specification.parse(spec), {
    config: { ...houseStyle, ...(locale && { locale }), ...readConfig(spec) },
    logger,
  });
  const inUtc = readInUtc(compiled);
  vega.setRandom(vega.randomLCG(seed));
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(inUtc), { renderer: 'none', loader: noLoader, logger });
  try {
    await view.runAsync();
    const boxes = findDataName(inUtc.marks, isBoxMark);
    const name = boxes ?? findDataName(inUtc.marks);
    const dates = listDates(inUtc.data);
    const rows = name === undefined ? [] : view.data(name).map((row) => flattenRow(row, dates));
    const count = countMarks(view);
    if (!isWorded && count > maxValues) return { svg: '', rows: [], warnings, count };
    if (!isWorded) wordMarks(view, { rows, dates, facets: listFacets(inUtc.marks) });
    // The scale of a box plot asks for the extent of its outliers, of which there may be none.
    const isBoxPlot = boxes !== undefined && rows.some((row) => Object.values(row).some(Number.isFinite));
    const own = warnings.filter((warning) => !(isBoxPlot && warning.startsWith('Infinite extent')));
    return { svg: await view.toSVG(), rows: rows.map(nameQuartiles), warnings: own, count };
  } finally {
    view.finalize();
  }
}

function createLogger(warnings: string[]) {
  const logger = {
    level: () => logger,
    warn: say,
    error: say,
    info: () => logger,
    debug: () => logger,
  };
  function say(...words: unknown[]) {
    warnings.push(words.join(' '));
    return logger;
  }
  return logger;
}

function readConfig({ config }: Record<string, unknown>) {
  return isRecord(config) ? config : {};
}

/**
 * `datetime` of year, month and so on; of one number or text it is a moment already, which `utc` would not understand.
 */
const severalArguments = /\bdatetime\((?!(?:-?[\d.]+|\\?["'][^"'\\]*\\?["'])\))/g;

/** Vega's own has hours from one to twelve, in other languages without AM and PM. */
const clock = { hours: '%H:%M', minutes: '%H:%M' };

/** A picture must not depend on the time zone of the machine: what vega-lite compiles for local time is read as UTC. */
function readInUtc(compiled: vega.Spec): vega.Spec {
  const text = JSON.stringify(compiled)
    .replaceAll(/\b(time)(Format|Offset|Parse)\(/g, (_, __, what: string) => `utc${what}(`)
    .replaceAll('"type":"timeunit"', '"type":"timeunit","timezone":"utc"')
    .replaceAll('"type":"time"', '"type":"utc"')
    .replaceAll('"formatType":"time"', '"formatType":"utc"')
    .replaceAll(severalArguments, 'utc(');
  const spec: vega.Spec = JSON.parse(text);
  const parts = [...new Set([...walk(spec)].map(({ parent }) => parent))];
  const times = new Set(parts.filter(({ type }) => type === 'utc').map(({ name }) => name));
  for (const axis of parts)
    if ('orient' in axis && times.has(axis.scale) && axis.format === undefined) axis.format = clock;
  return spec;
}

/** Columns that Vega-Lite reads as dates: their values are epoch milliseconds. */
function listDates(data: readonly vega.Data[] = []): ReadonlySet<string> {
  return new Set(
    [...walk(data)].flatMap(({ path, value, parent }) => {
      const name = String(path.at(-1));
      if (path.at(-2) === 'parse' && /^(?:date|utc)/.test(String(value))) return [name];
      return name === 'expr' && /^toDate\(/.test(String(value)) ? [String(parent.as)] : [];
    }),
  );
}

type Filter = (mark: vega.Mark) => boolean;

/** A box plot draws its outliers first, of which there may be none; its boxes have the five numbers. */
const isBoxMark: Filter = ({ style }) => [style].flat().includes('boxplot-box');

/**
 * The data of the first mark that has any and is wanted, in the order in which marks are drawn. Heads and feet of small
 * multiples have others.
 */
function findDataName(marks: readonly vega.Mark[] = [], isWanted: Filter = () => true): string | undefined {
  for (const mark of marks) {
    if (/-(?:header|footer|title)$/.test(mark.role ?? '')) continue;
    const from = mark.from;
    const inside = mark.type === 'group' ? findDataName(mark.marks, isWanted) : undefined;
    if (inside === undefined && !isWanted(mark)) continue;
    if (from && 'facet' in from && 'data' in from.facet) return from.facet.data;
    if (isWanted(mark) && from && 'data' in from && from.data) return from.data;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The columns that small multiples are made by, by the name of their mark. */
function listFacets(marks: readonly vega.Mark[] = []): Map<string, readonly string[]> {
  const facets = new Map<string, readonly string[]>();
  for (const mark of marks) {
    const facet = mark.from && 'facet' in mark.from ? mark.from.facet : undefined;
    // Lines of one colour are a group as well, and name it themselves.
    if (mark.name !== undefined && !mark.name.endsWith('pathgroup') && facet && 'groupby' in facet)
      facets.set(
        mark.name,
        [facet.groupby].flat().filter((name) => typeof name === 'string'),
      );
    if (mark.type === 'group') for (const [name, by] of listFacets(mark.marks)) facets.set(name, by);
  }
  return facets;
}
