import { renderAsync } from '@resvg/resvg-js';
import { decodeReferences } from '../../library/character-references.ts';
import { escapeXml } from '../../library/markup.ts';
import { createTypesetter } from '../../words/typography.ts';
import type { Chart } from './plan.ts';
import { breakText, interFace, measureText } from './text-width.ts';

type Captioned = Pick<Chart, 'title' | 'subtitle' | 'description' | 'note' | 'legend'>;

/** Pixels around the picture, and the side of a legend's squares. */
const [margin, square] = [16, 11];

interface TextStyle {
  size: number;
  lineHeight: number;
  colour: string;
  weight?: number;
}

const titleStyle: TextStyle = { size: 17, lineHeight: 23, colour: 'var(--chart-ink)', weight: 600 };
const subtitleStyle: TextStyle = { size: 13, lineHeight: 18, colour: 'var(--chart-soft)' };
const noteStyle: TextStyle = { size: 12, lineHeight: 17, colour: 'var(--chart-soft)' };

/**
 * The picture as a file of its own: what was found, the quantity, the legend, the note and where it is from are in it,
 * because a file travels without its page. Its typeface is named.
 * @param svg a drawing as a page has it
 * @param about.colours the values of its variables
 */
export function toStandaloneSvg(
  svg: string,
  chart: Captioned,
  { source, language, colours }: { source: string; language: string; colours: Readonly<Record<string, string>> },
): string {
  const type = createTypesetter(language);
  const set = (text: string | null) => {
    type.restart();
    return type.set(text ?? '');
  };
  const [, width = '', height = ''] = / width="([^"]*)" height="([^"]*)"/.exec(svg) ?? [];
  const room = Number(width);
  const title = writeLines(set(chart.title), titleStyle, { y: margin, room });
  const subtitle = writeLines(set(chart.subtitle), subtitleStyle, { y: title.y, room });
  const legend = writeLegend(chart.legend, { y: subtitle.y, room });
  const drawingAt = legend.y + 8;
  const note = writeLines(set(chart.note), noteStyle, { y: drawingAt + Number(height) + 8, room });
  const from = writeLines(source, noteStyle, { y: note.y, room });
  const size = { width: room + 2 * margin, height: Math.ceil(from.y) + margin };
  const inside = svg.replace(/^<svg [^>]*>/, '').replace(/<\/svg>$/, '');
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="Inter, sans-serif" font-size="13px">
<title>${escapeXml(chart.title)}</title>
<desc>${escapeXml(chart.description)}</desc>
<rect width="100%" height="100%" fill="var(--paper)"/>
${title.svg}${subtitle.svg}${legend.svg}<g transform="translate(${margin},${drawingAt})">${inside.replaceAll(/ data-v="[^"]*"/g, '')}</g>${note.svg}${from.svg}</svg>
`;
  return whole.replaceAll(/var\(--([\w-]+)\)/g, (variable, name: string) => colours[name] ?? variable);
}

interface Written {
  svg: string;
  /** Where the next line may begin. */
  y: number;
}

/** Sets a text in as many lines as it needs. */
function writeLines(text: string, style: TextStyle, { y, room }: { y: number; room: number }): Written {
  if (text === '') return { svg: '', y };
  const { size, lineHeight, colour, weight } = style;
  const lines = breakText(text, room, { size, isBold: weight !== undefined, lines: 8 });
  const bold = weight === undefined ? '' : ` font-weight="${weight}"`;
  const svg = lines.map(
    (line, at) =>
      `<text transform="translate(${margin},${y + at * lineHeight + size})" font-size="${size}px"${bold} fill="${colour}">${escapeXml(line)}</text>`,
  );
  return { svg: svg.join(''), y: y + lines.length * lineHeight };
}

/** The colours that mean something, each a square with its name. */
function writeLegend(legend: Chart['legend'], { y, room }: { y: number; room: number }): Written {
  let [x, top] = [0, y + 4];
  const entries = legend.map(({ name, colour }) => {
    const width = square + 6 + measureText(name, 13);
    if (x > 0 && x + width > room) [x, top] = [0, top + 20];
    const left = margin + x;
    x += width + 16;
    return `<rect x="${left.toFixed(1)}" y="${top + 2}" width="${square}" height="${square}" rx="2" fill="${colour}"/><text transform="translate(${(left + square + 6).toFixed(1)},${top + 12})" fill="var(--chart-ink)">${escapeXml(name)}</text>`;
  });
  return { svg: entries.join(''), y: legend.length === 0 ? y : top + 18 };
}

/** The same as PNG, twice as large. Its words are drawn as outlines, because no typeface need be installed. */
export async function toPng(standalone: string): Promise<Uint8Array> {
  const outlined = standalone.replaceAll(/<text\b([^>]*)>(.*?)<\/text>/gs, (_, attributes: string, inside: string) =>
    outlineText(attributes, inside),
  );
  const image = await renderAsync(outlined, { fitTo: { mode: 'zoom', value: 2 } });
  return new Uint8Array(image.asPng());
}

/** A text of an SVG as outlines; vega writes one of several lines as a `tspan` for each. */
function outlineText(attributes: string, inside: string): string {
  const [, anchor = 'start'] = /text-anchor="([^"]*)"/.exec(attributes) ?? [];
  const isBold = /font-weight="(?:600|bold)"/.test(attributes);
  const size = Number(/font-size="([\d.]+)px"/.exec(attributes)?.[1] ?? 13);
  const shift = { start: 0, middle: 0.5, end: 1 }[anchor] ?? 0;
  const stroke = isBold ? ' stroke-width="0.5"' : '';
  const plain = attributes.replaceAll(/ (?:stroke(?:-[a-z]+)?|paint-order)="[^"]*"/g, '');
  const paint = isBold ? plain.replace(/ fill="([^"]*)"/, ' fill="$1" stroke="$1"') : plain;
  const [halo = ''] = / stroke="[^"]*"/.exec(attributes) ?? [];
  const paths = listLines(inside).map(({ text, y }) => {
    const place = ` transform="translate(${(-measureText(text, size) * shift).toFixed(1)},${y})"`;
    const d = interFace().outline(text, size);
    const under = halo && `<path${place}${halo} stroke-width="3" stroke-linejoin="round" d="${d}"/>`;
    return `${under}<path${place}${stroke} d="${d}"/>`;
  });
  return `<g${paint}>${paths.join('')}</g>`;
}

function listLines(inside: string): { text: string; y: number }[] {
  const spans = [...inside.matchAll(/<tspan\b([^>]*)>([^<]*)<\/tspan>/g)];
  if (spans.length === 0) return [{ text: decodeReferences(inside), y: 0 }];
  let y = 0;
  return spans.map(([, attributes = '', text = '']) => {
    y += Number(/ dy="([^"]*)"/.exec(attributes)?.[1] ?? 0);
    return { text: decodeReferences(text), y };
  });
}
