import type { Chart } from './plan.ts';
import { type Writer, writeCell } from './points.ts';
import { labelColumn } from './render-chart.ts';

/** A chart in the Markdown that is served: its picture with what it shows in words, and its numbers as a table. */
export function writeChartMarkdown(chart: Chart, { url, writer }: { url: string; writer: Writer }): string {
  const { title, subtitle, note, description, label, columns, rows, formats } = chart;
  const caption = [title, subtitle]
    .filter((part) => part !== null)
    .map((part) => part.replace(/(?<![.?!])$/, '.'))
    .join(' ');
  const name = label === null ? '' : `{#${label}}`;
  const image = `![${escapeText(description)}](${url}.svg "${caption.replaceAll('"', "'")}")${name}`;
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => escapeText(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const written = columns.map((column, at) => ({ ...column, digits: 0, ...formats[at] }));
  const table = [
    row(columns.map(labelColumn)),
    row(columns.map(({ type }) => (type === 'number' ? '---:' : '---'))),
    ...rows.map((cells) => row(written.map((column, at) => writeCell(cells[at] ?? null, column, writer)))),
  ];
  const source = [...(note === null ? [] : [note.replace(/(?<![.?!])$/, '.')]), `[CSV](${url}.csv)`].join(' ');
  return `${image}\n\n${table.join('\n')}\n\n${source}\n\n`;
}

/** A line of text that no sign of Markdown changes. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[[\]\\`*_<]/g, '\\$&');
}
