import { readFileSync } from 'node:fs';
import { create, type Glyph } from 'fontkitten';

/** Sets text as SVG outlines, so that a picture needs no installed font. */
export interface TextLayout {
  /** Width in pixels at a size. */
  measure(text: string, size: number): number;
  /** SVG path data with its origin at the start of the base line. */
  outline(text: string, size: number): string;
}

/** A letter of a text; `drawn` if a file has it. */
interface Letter {
  /** How far the next letter is, in parts of the size. */
  advance: number;
  drawn?: { glyph: Glyph; unit: number };
}

/** Accents, which take no room of their own. */
const isMark = /\p{M}/u;
/** Letters as wide as they are high: Chinese, Japanese, Korean and their punctuation. */
const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3fffd}]/u;

/**
 * Opens font files that share one design. Each character comes from the first file that has it. A character that none
 * has is measured as about as wide as the browser's own typeface has it, and is not drawn.
 */
export function createTextLayout(files: readonly string[]): TextLayout {
  const fonts = files.map((file) => {
    const font = create(readFileSync(file));
    if (font.isCollection) throw new Error(`${file} is a collection of fonts, not one.`);
    return font;
  });
  const letters = (text: string): Letter[] =>
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0x20;
      const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
      if (!font) return isMark.test(character) ? [] : [{ advance: isWide.test(character) ? 1 : 0.6 }];
      const [glyph, unit] = [font.glyphForCodePoint(code), 1 / font.unitsPerEm];
      return [{ advance: glyph.advanceWidth * unit, drawn: { glyph, unit } }];
    });
  return {
    measure: (text, size) => letters(text).reduce((width, { advance }) => width + advance * size, 0),
    outline(text, size) {
      let x = 0;
      let path = '';
      for (const { advance, drawn } of letters(text)) {
        // Fonts count upwards, SVG downwards.
        if (drawn)
          path += drawn.glyph.path
            .scale(size * drawn.unit, -size * drawn.unit)
            .translate(x, 0)
            .toSVG();
        x += advance * size;
      }
      return path;
    },
  };
}

interface Lines {
  setter: TextLayout;
  size: number;
  width: number;
  lines: number;
}

/** Breaks text into lines no wider than `width`; what does not fit into `lines` ends in an ellipsis. */
export function breakLines(text: string, about: Lines): string[] {
  const { setter, size, width, lines } = about;
  const broken: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => cutWord(one, about))) {
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
  return [...broken.slice(0, lines - 1), cutLine(broken[lines - 1] ?? '', about)];
}

/** So much of a line that an ellipsis has room behind it. */
function cutLine(line: string, { setter, size, width }: Lines): string {
  let cut = line;
  while (cut !== '' && setter.measure(`${cut} …`, size) > width) cut = cut.replace(/(?: +|\p{L}?\p{M}*|.)$/su, '');
  return `${cut.trimEnd()} …`;
}

/**
 * A word in pieces no wider than a line, each as long as fits: a compound noun, a URL, or a sentence without spaces.
 */
function cutWord(word: string, { setter, size, width }: Lines): string[] {
  if (setter.measure(word, size) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && setter.measure(piece + letter, size) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}
