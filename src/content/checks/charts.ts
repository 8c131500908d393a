import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Memo } from '../../library/part-cache.ts';
import type { Chart, DataResult } from '../charts/plan.ts';
import type { LoadedArtifact } from '../load/artifacts.ts';
import { didYouMean } from '../load/closest-match.ts';
import type { FigureFinder, FigureOwner } from '../load/figures.ts';
import type { Report } from '../load/rules.ts';
import { decodePart } from '../markdown/destinations.ts';
import type { Node, TokenPosition } from '../markdown/markdown-tokens.ts';
import { findTypeface } from './card-title.ts';
import { checkPlainText } from './unparsed-markup.ts';

export interface ChartOptions {
  finder: FigureFinder;
  owner: FigureOwner;
  artifacts: readonly LoadedArtifact[];
  /** In which numbers and dates are written. */
  language: string;
  memo: Memo;
  report: Report;
}

export interface CheckedCharts {
  charts: ReadonlyMap<Node, Chart>;
  /** Files of data that a chart is made from, from `content/`. */
  files: ReadonlySet<string>;
}

const picture = /\.(?:svg|png)$/;

/** Draws every chart of a document and reports what is wrong with it. Vega is loaded only if there is a chart. */
export async function checkCharts(placed: readonly TokenPosition[], options: ChartOptions): Promise<CheckedCharts> {
  const { finder, owner, language, memo, report } = options;
  const charts = new Map<Node, Chart>();
  const files = new Set<string>();
  const found = placed.filter(({ node }) => node.type === 'chart');
  if (found.length === 0) return { charts, files };
  const { readChart } = await import('../charts/chart.ts');
  const pictures = finder.listOwn(owner).filter((path) => picture.test(path));
  const taken = new Set(pictures.map((path) => basename(path).replace(picture, '')));
  for (const [index, { node, at, parent }] of found.entries()) {
    if (node.type !== 'chart') continue;
    if (parent) report('chart-reads', at, 'A chart stands by itself, outside of lists and quotes');
    const id = node.label?.replace(/^fig:/, '').replaceAll(/[^\w-]/g, '-') ?? `chart-${index + 1}`;
    if (taken.has(id))
      report('chart-reads', at, `The files of this chart are called ${id}, as others are; name it otherwise`);
    taken.add(id);
    const start = at + node.raw.indexOf('\n') + 1;
    const chart = await readChart(node.text, {
      id,
      label: node.label,
      writer: { language },
      memo,
      readData: (name) => readData(name, options, files),
      report: (rule, place, message) => report(rule, start + place, message),
    });
    if (!chart) continue;
    charts.set(node, chart);
    checkLetters(chart, { at: start, report });
    for (const what of ['title', 'subtitle', 'description', 'note'] as const) {
      const words = chart[what] ?? '';
      checkPlainText(words, { at: start + Math.max(node.text.indexOf(words), 0), what: `chart's ${what}`, report });
    }
  }
  return { charts, files };
}

/** A browser has typefaces for the letters of every script; a PNG is drawn with ours. */
function checkLetters({ title, subtitle, note, svgs }: Chart, { at, report }: { at: number; report: Report }): void {
  const words = [title, subtitle, note, svgs[0]?.replaceAll(/<[^>]*>/g, ' ')].join(' ');
  if (findTypeface(words)) return;
  report(
    'chart-letters',
    at,
    'The PNG of this chart lacks words, because no typeface of the pictures has their letters; the page and the SVG have them',
  );
}

/**
 * Reads a file beside the document, a shared one, or an artifact of the article: no other file, and nothing from the
 * network.
 */
async function readData(name: string, options: ChartOptions, files: Set<string>): Promise<DataResult> {
  const { finder, owner, artifacts, memo } = options;
  const beside = await finder.readText(decodePart(name), owner);
  const artifact = artifacts.find(({ file }) => file === name || file.endsWith(`/${name}`));
  if (beside) files.add(beside.path);
  const text = beside?.text ?? (artifact && (await readFile(artifact.source, 'utf8')));
  if (text === undefined) {
    const known = [...finder.listFor(owner), ...artifacts.map(({ file }) => basename(file))];
    const otherwise = `put it into ${owner.folder}/${owner.name}/ or list it under artifacts`;
    return {
      missing: `The file ${name} is neither beside the article nor among its artifacts${didYouMean(name, known, { otherwise })}`,
    };
  }
  return memo.value(['table', text, name], async () => {
    const { readTable } = await import('../charts/read-table.ts');
    return readTable(text, name);
  });
}
