import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';

/** Sets text as SVG outlines, so that a picture needs no installed font. */
export interface TextLayout {
  /** Width in pixels at a size. */
  measure(text: string, size: number): number;
  /** SVG path data with its origin at the start of the base line. */
  outline(text: string, size: number): string;
}

/**
 * Opens font files that share one design. Each character comes from the first file that has it; a character that none
 * has takes no room.
 */
export function createTextLayout(files: readonly string[]): TextLayout {
  const fonts = files.map((file) => {
    const font = create(readFileSync(file));
    if (font.isCollection) throw new Error(`${file} is a collection of fonts, not one.`);
    return font;
  });
  const glyphs = (text: string) =>
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0x20;
      const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
      return font ? [{ glyph: font.glyphForCodePoint(code), unit: 1 / font.unitsPerEm }] : [];
    });
  return {
    measure: (text, size) =>
      glyphs(text).reduce((width, { glyph, unit }) => width + glyph.advanceWidth * size * unit, 0),
    outline(text, size) {
      let x = 0;
      let path = '';
      for (const { glyph, unit } of glyphs(text)) {
        // Fonts count upwards, SVG downwards.
        path += glyph.path
          .scale(size * unit, -size * unit)
          .translate(x, 0)
          .toSVG();
        x += glyph.advanceWidth * size * unit;
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
