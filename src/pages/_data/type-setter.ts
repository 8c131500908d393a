import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkitten';

/** Sets text as SVG outlines, so that a picture needs no installed font. */
export interface TextLayout {
  /** Width in pixels at a size. */
  measure(text: string, size: number): number;
  /** SVG path data with its origin at the start of the base line. */
  outline(text: string, size: number): string;
}

/**
 * @param file path inside node_modules; of a variable font the default weight is set
 */
export function createTextLayout(file: string): TextLayout {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)));
  if (font.isCollection) throw new Error(`${file} is a collection of fonts, not one.`);
  const glyphs = (text: string) =>
    [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0) ?? 0x20));
  return {
    measure: (text, size) =>
      glyphs(text).reduce((width, glyph) => width + (glyph.advanceWidth * size) / font.unitsPerEm, 0),
    outline(text, size) {
      const scale = size / font.unitsPerEm;
      let x = 0;
      let path = '';
      for (const glyph of glyphs(text)) {
        // Fonts count upwards, SVG downwards.
        path += glyph.path.scale(scale, -scale).translate(x, 0).toSVG();
        x += glyph.advanceWidth * scale;
      }
      return path;
    },
  };
}

/** Breaks text into lines no wider than `width`; what does not fit into `lines` ends in an ellipsis. */
export function breakLines(
  text: string,
  about: { setter: TextLayout; size: number; width: number; lines: number },
): string[] {
  const { setter, size, width, lines } = about;
  const broken: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && setter.measure(longer, size) > width) {
      broken.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  broken.push(line);
  if (broken.length <= lines) return broken;
  return [...broken.slice(0, lines - 1), `${broken[lines - 1]} …`];
}
