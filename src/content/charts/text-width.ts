import { createRequire } from 'node:module';
import { breakLines, createTextLayout, type TextLayout } from './text-layout.ts';

const { resolve } = createRequire(import.meta.url);
let face: TextLayout | undefined;

/** The face of the interface: charts are written in it. */
export function interFace(): TextLayout {
  face ??= createTextLayout(
    ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek'].map((script) =>
      resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`),
    ),
  );
  return face;
}

/** Inter at weight 600 is so much wider than at 400, in the mean of its letters. */
const boldFactor = 1.05;

/** Pixels that a line of text takes, by the advances of the face. */
export function measureText(text: string, size: number, weight: number | string = 400): number {
  const isBold = weight === 'bold' || Number(weight) >= 600;
  return interFace().measure(text, size) * (isBold ? boldFactor : 1);
}

/** Breaks a text into lines no wider than `width` pixels; unless said otherwise a label, of at most three lines. */
export function breakText(text: string, width: number, { size = 13, isBold = false, lines = 3 } = {}): string[] {
  return breakLines(text, { setter: interFace(), size, width: isBold ? width / boldFactor : width, lines });
}
