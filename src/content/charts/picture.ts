import { renderAsync } from '@resvg/resvg-js';
import { escapeHtml, escapeXml } from '../../library/markup.ts';
import { decodeReferences } from '../markdown/html-entities.ts';
import { lightColours } from './house-style.ts';
import { interFace, measureText } from './text-width.ts';

const said = / aria-label="([^"]*)"/g;
const dropped =
  / (?:role="graphics-[a-z]+"|aria-roledescription="[^"]*"|aria-hidden="true"|pointer-events="none"|class="[^"]*"|stroke-miterlimit="10"|style="mix-blend-mode: normal;"|opacity="1"|font-family="Inter"|font-size="13px")/g;
/** Elements that draw nothing: paths without paint, outside of what clips, and the groups that are empty without them. */
const nothing = /(?<!<clipPath[^>]*>)<path d="[^"]*"(?: display="none")?\/>|<g(?: [^>]*)?><\/g>/g;
const places = / (?:d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"/g;

/**
 * An SVG of vega as a page has it: one picture with one description, the values of its marks as data for the script, nothing said
 * twice, no name that another picture of the page has.
 */
export function tidySvg(svg: string, about: { id: string; width: number; description: string }): string {
  const [, box = ''] = /viewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width, height] = box.split(' ');
  const open = `<svg viewBox="${box}" width="${width}" height="${height}" class="w${about.width}" role="img" aria-label="${escapeHtml(about.description)}">`;
  const inside = svg
    .replace(/^.*?<svg [^>]*>/s, '')
    .replaceAll(said, (whole, words: string, at: number, text: string) =>
      isMark(text, at) ? ` data-v="${words}"` : whole.slice(0, 0),
    )
    .replaceAll(dropped, '')
    // SVG paints strokes last, and the halo of a text would be over its letters.
    .replaceAll(/<text(?= [^>]*stroke=)/g, '<text paint-order="stroke"')
    .replaceAll(places, (attribute) => attribute.replaceAll(/(\.\d)\d+/g, '$1'))
    .replaceAll(/(?<=id="|url\(#)(?=[a-z]+\d)/g, `${about.id}-${about.width}-`)
    .replaceAll('<g transform="translate(0,0)">', '<g>')
    .replaceAll(nothing, '');
  return open + unwrap(inside).replaceAll(nothing, '').replaceAll(nothing, '');
}

/** Removes the groups that have no attribute, which are most of vega's. */
function unwrap(svg: string): string {
  const isWritten: boolean[] = [];
  return svg.replaceAll(/<g(?: [^>]*)?\/?>|<\/g>/g, (tag) => {
    if (tag.endsWith('/>')) return '';
    if (tag === '</g>') return isWritten.pop() === false ? '' : tag;
    isWritten.push(tag !== '<g>');
    return tag === '<g>' ? '' : tag;
  });
}

/** Vega describes marks by `role="graphics-symbol"`, and axes, titles and legends in other ways. */
function isMark(svg: string, at: number): boolean {
  const tag = svg.slice(at, svg.indexOf('>', at));
  return tag.includes('role="graphics-symbol"') && !/aria-roledescription="(?:axis|legend|title|header)"/.test(tag);
}

/** The picture as a file of its own: its colours are those on light paper, its face is named. */
export function toStandaloneSvg(svg: string, { title, description }: { title: string; description: string }): string {
  const [, width = '', height = ''] = / width="([^"]*)" height="([^"]*)"/.exec(svg) ?? [];
  const inside = svg.replace(/^<svg [^>]*>/, '').replaceAll(/ data-v="[^"]*"/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, sans-serif" font-size="13px">
<title>${escapeXml(title)}</title>
<desc>${escapeXml(description)}</desc>
<rect width="100%" height="100%" fill="${lightColours.paper}"/>
${resolveColours(inside)}
`;
}

function resolveColours(svg: string): string {
  return svg.replaceAll(/var\(--([\w-]+)\)/g, (whole, name: string) => lightColours[name] ?? whole);
}

/** The same as PNG, twice as large. Its words are drawn as outlines, because no typeface need be installed. */
export async function toPng(standalone: string): Promise<Uint8Array> {
  const outlined = standalone.replaceAll(/<text\b([^>]*)>([^<]*)<\/text>/g, (_, attributes: string, text: string) =>
    outlineText(attributes, decodeReferences(text)),
  );
  const image = await renderAsync(outlined, { fitTo: { mode: 'zoom', value: 2 } });
  return new Uint8Array(image.asPng());
}

function outlineText(attributes: string, text: string): string {
  const [, anchor = 'start'] = /text-anchor="([^"]*)"/.exec(attributes) ?? [];
  const isBold = /font-weight="(?:600|bold)"/.test(attributes);
  const size = Number(/font-size="([\d.]+)px"/.exec(attributes)?.[1] ?? 13);
  const shift = { start: 0, middle: 0.5, end: 1 }[anchor] ?? 0;
  const stroke = isBold ? ' stroke-width="0.5"' : '';
  const at = -measureText(text, size) * shift;
  const plain = attributes.replaceAll(/ (?:stroke(?:-[a-z]+)?|paint-order)="[^"]*"/g, '');
  const paint = isBold ? plain.replace(/ fill="([^"]*)"/, ' fill="$1" stroke="$1"') : plain;
  const d = interFace().outline(text, size);
  const place = ` transform="translate(${at.toFixed(1)},0)"`;
  const [halo = ''] = / stroke="[^"]*"/.exec(attributes) ?? [];
  const under = halo && `<path${place}${halo} stroke-width="3" stroke-linejoin="round" d="${d}"/>`;
  return `<g${paint}>${under}<path${place}${stroke} d="${d}"/></g>`;
}
