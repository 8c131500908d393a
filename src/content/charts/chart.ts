import { parseYaml } from '../load/yaml.ts';
import { parseRows } from './chart-table.ts';
import { explainTooMany, maxValues } from './limits.ts';
import { tidySvg } from './picture.ts';
import type { Chart, ChartContext, ChartPlan } from './plan.ts';
import { planShortForm } from './short-plan.ts';
import { planVegaLite, viewKeys } from './vega-lite.ts';

/** The widths in pixels that a chart is drawn for; a page shows the one that fits. */
export const widths = [640, 358] as const;

/**
 * Reads the text of a chart fence and draws it. Every error of its author is reported at its position.
 * @returns undefined when something is wrong
 */
export async function readChart(text: string, context: ChartContext): Promise<Chart | undefined> {
  const yaml = parseYaml(text);
  for (const { at, message } of yaml.failures) context.report('chart-reads', at, message);
  if (yaml.failures.length > 0) return undefined;
  const isVegaLite = !('form' in yaml.data) && viewKeys.some((key) => key in yaml.data);
  const plan = isVegaLite ? await planVegaLite(yaml, context) : await planShortForm(yaml, context);
  return plan && drawPlan(plan, context);
}

async function drawPlan(
  plan: ChartPlan,
  { id, label, writer, memo, report }: ChartContext,
): Promise<Chart | undefined> {
  const { facts, legend } = plan;
  const drawings = widths.map((width) => ({ width, spec: plan.draw(width), id, description: facts.description }));
  const manner = { language: writer.language, isWorded: plan.table !== undefined };
  const {
    svgs,
    rows: shown,
    complaints,
    count,
  } = await memo.value(['chart', manner, drawings], () => drawAll(drawings, manner));
  if (!manner.isWorded && count > maxValues) {
    report('chart-data', plan.dataAt, explainTooMany(count));
    return undefined;
  }
  const table = plan.table ?? shown.map(parseRows).find((rows) => rows !== undefined);
  const isEmpty = !table;
  const faults = isEmpty && complaints.length === 0 ? [null] : complaints;
  // Vega complains of each scale if no row is left, and the reason is one.
  const messages = new Map(
    faults.map((complaint) => plan.explain({ complaint, isEmpty })).map(({ at, message }) => [message, at]),
  );
  for (const [message, at] of messages) report('chart-reads', at, message);
  if (!table || faults.length > 0) return undefined;
  const { columns, rows } = table;
  const wire = columns.map(({ name, type, unit }) => ({ name, type, unit }));
  return {
    id,
    label: label ?? null,
    ...facts,
    columns: wire,
    rows,
    formats: columns.map(({ digits, isYear = false }) => ({ digits, isYear })),
    legend,
    svgs,
    play: plan.play,
  };
}

/** Draws the same chart for some widths, each with the rows that vega computed. Vega is loaded for the first one. */
async function drawAll(
  drawings: readonly { width: number; spec: Record<string, unknown>; id: string; description: string }[],
  manner: { language: string; isWorded: boolean },
) {
  const { drawSpec } = await import('./draw.ts');
  const svgs: string[] = [];
  const rows: Record<string, unknown>[][] = [];
  const complaints = new Set<string>();
  let count = 0;
  for (const { spec, ...about } of drawings) {
    try {
      const drawn = await drawSpec(spec, manner);
      for (const warning of drawn.warnings) complaints.add(warning);
      rows.push(drawn.rows);
      count = drawn.count;
      if (drawn.svg === '') break;
      svgs.push(tidySvg(drawn.svg, about));
    } catch (error) {
      // Vega throws whatever it meets first: a mark that does not exist is a property of undefined.
      complaints.add(error instanceof Error ? error.message : String(error));
    }
  }
  return { svgs, rows, complaints: [...complaints], count };
}
