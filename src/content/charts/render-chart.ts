import { escapeHtml } from '../../library/markup.ts';
import type { Words } from '../../words/words.ts';
import type { Room } from '../markdown/markdown-tokens.ts';
import type { Chart } from './plan.ts';
import { renderPlay } from './play.ts';
import { type Writer, writeCell } from './points.ts';

export interface ChartFrame {
  /** `Figure 1`. */
  name: string;
  /** The URL of its files, without an ending. */
  url: string;
  /** Is there a place on the page that says how to cite it? */
  canCite: boolean;
  room: Room | undefined;
  words: Words['text'];
  writer: Writer;
  /** Sets quotes and dashes. */
  set(text: string): string;
}

/**
 * A chart in a page: what was found, the picture for wide and for narrow windows, and a row that leads to the numbers.
 */
export function renderChart(chart: Chart, frame: ChartFrame): string {
  const { name, url, room, words, set } = frame;
  const text = (value: string) => escapeHtml(set(value));
  // A class and not a style: the content security policy refuses styles in attributes.
  const swatches = chart.legend.map(
    ({ name, colour }) => `<span class="swatch swatch-${colour.replaceAll(/\D/g, '')}">${text(name)}</span>`,
  );
  const lines = [chart.subtitle ? text(chart.subtitle) : '', swatches.join(' ')].filter((line) => line !== '');
  const under = lines.map((line) => `<span class="chart-subtitle">${line}</span>`).join('');
  const note = chart.note ? `<p class="chart-note">${text(chart.note)}</p>` : '';
  const file = (ending: string, label: string) => `<a href="${escapeHtml(`${url}.${ending}`)}" download>${label}</a>`;
  const named = text(`${name}. ${chart.title.replace(/(?<![.?!])$/, '.')}`);
  const cite = frame.canCite ? `<a href="#cite" data-cite="${named}">${words.chart.cite}</a>` : '';
  const play = chart.play ? renderPlay(chart.play, { title: words.chart.play, writer: frame.writer }) : '';
  const id = chart.label === null ? '' : ` id="${escapeHtml(chart.label)}"`;
  const classes = ['chart', ...(room ? [room] : [])].join(' ');
  return `<figure class="${classes}"${id}><figcaption><strong>${name}.</strong> ${text(chart.title)}${under}</figcaption>
<div class="plot" data-src="${escapeHtml(url)}.svg" data-name="${escapeHtml(name)}">${chart.svgs.join('')}<output hidden></output></div>
${note}${play}<div class="figure-tools"><details><summary>${words.chart.table}</summary>${renderRows(chart, frame)}</details>${file('csv', 'CSV')}${file('svg', 'SVG')}${file('png', 'PNG')}${cite}</div></figure>
`;
}

/** The numbers of a chart as a table, each as it is written at its mark. */
function renderRows({ columns, rows, formats }: Chart, { name, writer, words }: ChartFrame): string {
  const align = columns.map(({ type }) => (type === 'number' ? ' class="align-right"' : ''));
  const written = columns.map((column, at) => ({ ...column, digits: 0, ...formats[at] }));
  const head = written
    .map((column, at) => `<th scope="col"${align[at]}>${escapeHtml(labelColumn(column))}</th>`)
    .join('');
  const cells = (row: Chart['rows'][number]) =>
    written
      .map((column, at) => `<td${align[at]}>${escapeHtml(writeCell(row[at] ?? null, column, writer))}</td>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>\n`).join('');
  const label = `${words.chart.table}, ${name}`;
  return `<section class="table-scroll" aria-label="${label}" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody></table></section>`;
}

/** The name of a column with its unit. */
export function labelColumn({ name, unit }: Pick<Chart['columns'][number], 'name' | 'unit'>): string {
  return unit === null || unit === name ? name : `${name} (${unit})`;
}
