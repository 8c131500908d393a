import { escapeHtml } from '../../library/markup.ts';

const label = / aria-label="([^"]*)"/g;
const dropped =
  / (?:role="graphics-[a-z]+"|aria-roledescription="[^"]*"|aria-hidden="true"|pointer-events="none"|class="[^"]*"|stroke-miterlimit="10"|style="mix-blend-mode: normal;"|opacity="1"|font-family="Inter"|font-size="13px")/g;
/**
 * Elements that draw nothing: paths without paint, outside of what clips, and the groups that are empty without them.
 */
const nothing = /(?<!<clipPath[^>]*>)<path d="[^"]*"(?: display="none")?\/>|<g(?: [^>]*)?><\/g>/g;
/** Names of an axis that Vega hides because they would touch others. */
const hidden = /<text (?=[^>]* opacity="0")[^>]*>[^<]*<\/text>/g;
const places = / (?:d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"/g;

/**
 * An SVG of vega as a page has it: one picture with one description, the values of its marks as data for the script,
 * nothing said twice, no name that another picture of the page has.
 */
export function tidySvg(svg: string, about: { id: string; width: number; description: string }): string {
  const [, box = ''] = /viewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width, height] = box.split(' ');
  const open = `<svg viewBox="${box}" width="${width}" height="${height}" class="w${about.width}" role="img" aria-label="${escapeHtml(about.description)}">`;
  const inside = svg
    .replace(/^.*?<svg [^>]*>/s, '')
    .replaceAll(label, (whole, words: string, at: number, text: string) =>
      isMark(text, at) ? ` data-v="${words}"` : whole.slice(0, 0),
    )
    .replaceAll(hidden, '')
    .replaceAll(dropped, '')
    // SVG paints strokes last, and the halo of a text would be over its letters.
    .replaceAll(/<text(?= [^>]*stroke=)/g, '<text paint-order="stroke"')
    .replaceAll(places, (attribute) => attribute.replaceAll(/(\.\d)\d+/g, '$1'))
    .replaceAll(/(?<=id="|url\(#)(?=[a-z]+_?\d)/g, `${about.id}-${about.width}-`)
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
