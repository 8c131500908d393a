import { Resvg } from '@resvg/resvg-js';
import { breakLines, createTextLayout, type TextLayout } from './type-setter.ts';

/** Words of an Open Graph image. */
export interface Card {
  title: string;
  /** Above the title: what kind of thing this is. */
  kicker: string;
  /** Under the title: who and when. */
  foot: string;
  /** Of the seam, on dark paper. */
  accent?: string | undefined;
  /** With a logo of its own, a publication does not show the mark of the software. */
  hasLogo?: boolean;
}

const size = { width: 1200, height: 630 };
const margin = 96;
const fold = 76;
const colours = { paper: '#0f1513', ink: '#e8efea', soft: '#a6b3ac', thread: '#83d8be' };

/** Largest first: the first in which the title takes no more than three lines. */
const titleSizes = [88, 76, 66];

let faces: { serif: TextLayout; sans: TextLayout } | undefined;

/** Draws a card as PNG: the site's own faces, the sewn fold at the left. Takes tens of milliseconds. */
export function drawSocialImage(card: Card): Uint8Array<ArrayBuffer> {
  faces ??= {
    serif: createTextLayout('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2'),
    sans: createTextLayout('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  };
  const { serif, sans } = faces;
  const width = size.width - margin - 2 * fold;
  const { lines, size: titleSize } = setTitle(card.title, serif, width);
  const left = margin + fold;
  const thread = card.accent ?? colours.thread;
  const kickerAt = card.hasLogo ? left : left + 72;
  const place = (path: string, y: number, colour: string) =>
    `<path transform="translate(${left} ${y})" fill="${colour}" d="${path}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">
<rect width="100%" height="100%" fill="${colours.paper}"/>
<path d="M${margin} 0V${size.height}" stroke="${thread}" stroke-width="3" stroke-dasharray="54 16"/>
${card.hasLogo ? '' : drawMark(left, thread)}
<path transform="translate(${kickerAt} 110)" fill="${colours.soft}" d="${sans.outline(card.kicker, 30)}"/>
${lines.map((line, index) => place(serif.outline(line, titleSize), 250 + index * titleSize * 1.1, colours.ink)).join('\n')}
${place(sans.outline(breakLines(card.foot, { setter: sans, size: 30, width, lines: 1 })[0] ?? '', 30), 560, colours.soft)}
</svg>`;
  return new Uint8Array(new Resvg(svg).render().asPng());
}

function drawMark(left: number, colour: string): string {
  return `<g transform="translate(${left} 70) scale(1.7)" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"><path d="M5 5v10a11 11 0 0 0 22 0V5M10.5 5v10a5.5 5.5 0 0 0 11 0V5M16 5v11"/><path d="M16 29.6v.1"/></g>`;
}

function setTitle(title: string, setter: TextLayout, width: number): { lines: string[]; size: number } {
  const settings = titleSizes.map((at) => ({
    lines: breakLines(title, { setter, size: at, width, lines: 4 }),
    size: at,
  }));
  return (
    settings.find(({ lines }) => lines.length <= 3) ?? {
      lines: breakLines(title, { setter, size: 60, width, lines: 4 }),
      size: 60,
    }
  );
}
