import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { z } from 'zod';
import { isRecord } from '../load/yaml.ts';
import { houseStyle } from './house-style.ts';
import { describeLocale } from './locale.ts';
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
  rows: unknown[];
  /** The warnings of vega and vega-lite; each of them is an error of the author. */
  warnings: string[];
}

/**
 * Draws a vega-lite specification without a browser. The same specification is the same picture, on every machine and day.
 * @param language BCP 47: numbers and dates that the specification does not write itself are in it
 */
export async function drawSpec(spec: Record<string, unknown>, language: string): Promise<Drawn> {
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
    const svg = await view.toSVG();
    const name = findDataName(inUtc.marks);
    return { svg, rows: name === undefined ? [] : view.data(name), warnings };
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

/** A picture must not depend on the time zone of the machine: what vega-lite compiles for local time is read as UTC. */
function readInUtc(compiled: vega.Spec): vega.Spec {
  const text = JSON.stringify(compiled)
    .replaceAll(/\b(time)(Format|Offset|Parse)\(/g, (_, __, what: string) => `utc${what}(`)
    .replaceAll('"type":"timeunit"', '"type":"timeunit","timezone":"utc"')
    .replaceAll('"type":"time"', '"type":"utc"')
    .replaceAll('"formatType":"time"', '"formatType":"utc"')
    .replaceAll(/\bdatetime\(/g, 'utc(');
  return JSON.parse(text);
}

/** The data of the first mark that has any, in the order in which marks are drawn. Heads and feet of small multiples have others. */
function findDataName(marks: readonly vega.Mark[] | undefined): string | undefined {
  for (const mark of marks ?? []) {
    if (/-(?:header|footer|title)$/.test(mark.role ?? '')) continue;
    const from = mark.from;
    if (from && 'data' in from && from.data) return from.data;
    if (from && 'facet' in from && 'data' in from.facet) return from.facet.data;
    const inside = mark.type === 'group' ? findDataName(mark.marks) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}
