import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { breakLines, createTextLayout, type TextLayout } from '../../content/charts/text-layout.ts';
import { findTypeface } from '../../content/checks/card-title.ts';

/** Words of an Open Graph image. */
export interface Card {
  title: string;
  /** Above the title: what kind of thing this is. */
  kicker: string;
  /** Under the title: who and when. */
  foot: string;
  /** Colour of the seam on dark paper. */
  accent?: string | undefined;
  /** SVG of the article's plate, 560 by 630, with its colours. */
  plate?: string | undefined;
  /** A publication with its own logo does not show the software's mark. */
  hasLogo?: boolean;
}

const size = { width: 1200, height: 630 };
const colours = { paper: '#0f1513', ink: '#e8efea', soft: '#a6b3ac', thread: '#83d8be' };
const plain = { margin: 96, left: 172, right: 1028, titleSizes: [88, 76, 66], maxLines: 3 };
const beside = { margin: 56, left: 104, right: 690, titleSizes: [76, 66, 58], maxLines: 4 };
const plateAt = 740;

const { resolve: resolvePackage } = createRequire(import.meta.url);
const packaged = (face: string, sets: readonly string[]) =>
  sets.map((set) => resolvePackage(`@fontsource-variable/${face}/files/${face}-${set}-wght-normal.woff2`));

let faces: Record<'serif' | 'sans', TextLayout> | undefined;

/**
 * Draws a card as PNG: the site's own faces, the sewn fold at the left, the plate at the right. Takes tens of
 * milliseconds, most of them in another thread.
 */
export async function drawSocialImage(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  faces ??= {
    serif: createTextLayout([
      ...['', '-more'].map((part) => resolve(`src/styles/fonts/newsreader-display${part}.woff2`)),
      ...packaged('newsreader', ['latin-ext', 'vietnamese']),
    ]),
    sans: createTextLayout(packaged('inter', ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek'])),
  };
  const { margin, left } = card.plate ? beside : plain;
  const thread = card.accent ?? colours.thread;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">
<rect width="100%" height="100%" fill="${colours.paper}"/>
<path d="M${margin} 0V${size.height}" stroke="${thread}" stroke-width="3" stroke-dasharray="54 16"/>
${card.plate ? `<g transform="translate(${plateAt} 0)">${card.plate}</g>` : ''}
${card.hasLogo ? '' : drawMark(left, thread)}
${drawWords(card, faces)}
</svg>`;
  return new Uint8Array((await renderAsync(svg)).asPng());
}

/** Title, kicker and foot; nothing where a script has no typeface, because boxes are worse than no words. */
function drawWords(
  { title, kicker, foot, plate, hasLogo }: Card,
  { serif, sans }: Record<'serif' | 'sans', TextLayout>,
): string {
  const { left, right, titleSizes, maxLines } = plate ? beside : plain;
  const width = right - left;
  const place = (path: string, { x, y }: { x: number; y: number }, colour: string) =>
    `<path transform="translate(${x} ${y})" fill="${colour}" d="${path}"/>`;
  const small = (text: string, at: { x: number; y: number }) => {
    const [line = ''] = breakLines(text, { setter: sans, size: 28, width: right - at.x, lines: 1 });
    return findTypeface(text) ? place(sans.outline(line, 28), at, colours.soft) : '';
  };
  const typeface = findTypeface(title);
  const setter = typeface === 'serif' ? serif : sans;
  const settings = titleSizes.map((at) => ({
    at,
    lines: breakLines(title, { setter, size: at, width, lines: maxLines }),
  }));
  const fits = ({ at, lines }: { at: number; lines: string[] }) =>
    lines.every((line) => setter.measure(line, at) <= width);
  const setting = settings.find((one) => one.lines.length <= 3 && fits(one)) ?? settings.at(-1);
  const titleLines = typeface && setting ? setting.lines : [];
  return [
    small(kicker, { x: hasLogo ? left : left + 72, y: 108 }),
    ...titleLines.map((line, index) => {
      const y = 240 + index * (setting?.at ?? 0) * 1.08;
      return place(setter.outline(line, setting?.at ?? 0), { x: left, y }, colours.ink);
    }),
    small(foot, { x: left, y: 560 }),
  ].join('\n');
}

function drawMark(left: number, colour: string): string {
  return `<g transform="translate(${left} 70) scale(1.7)" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"><path d="M5 5v10a11 11 0 0 0 22 0V5M10.5 5v10a5.5 5.5 0 0 0 11 0V5M16 5v11"/><path d="M16 29.6v.1"/></g>`;
}
