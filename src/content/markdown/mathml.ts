/**
 * KaTeX writes MathML 3; browsers implement MathML Core, which knows no `mathvariant` but `normal` (section 3.2.2) and
 * no `columnalign`. Letters become the code points that Unicode has for them, columns get a class.
 */
export function toMathmlCore(mathml: string): string {
  const lettered = mathml.replaceAll(variant, (whole, open: string, name: string, rest: string, text: string) => {
    const alphabet = alphabets[name];
    return alphabet ? `${open}${rest}>${[...text].map((letter) => styleLetter(letter, alphabet)).join('')}` : whole;
  });
  return alignColumns(lettered).replaceAll(norm, '<mo fence="true">‖</mo>').replaceAll(space, writeSpace);
}

/** KaTeX writes the bars of a norm as the sign for "parallel", which browsers set with space around it. */
const norm = '<mo fence="true">∥</mo>';

/** Spaces as characters, which the typeface of formulas lacks: a page fetched one of text for them. */
const space = /<mtext>([\u2005\u2009\u200a]+)<\/mtext>/g;
const spaceWidthsEm: Readonly<Record<string, number>> = { '\u2005': 4 / 18, '\u2009': 3 / 18, '\u200a': 1 / 18 };

function writeSpace(_whole: string, characters: string): string {
  const widthEm = [...characters].reduce((sum, character) => sum + (spaceWidthsEm[character] ?? 0), 0);
  return `<mspace width="${widthEm.toFixed(4)}em"></mspace>`;
}

/** A token element but `mtext`, whose letters are words that must stay as they are for copying. */
const variant = /(<m[ions])\s+mathvariant="([a-z-]+)"([^>]*)>([^<&]*)/g;

/** First code points of a mathematical alphabet; a few letters are elsewhere, because Unicode had them before. */
interface Alphabet {
  upper: number;
  lower: number;
  digits?: number;
  greekUpper?: number;
  greekLower?: number;
  elsewhere?: Readonly<Record<string, number>>;
}

const alphabets: Readonly<Record<string, Alphabet>> = {
  bold: { upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce, greekUpper: 0x1d6a8, greekLower: 0x1d6c2 },
  italic: { upper: 0x1d434, lower: 0x1d44e, greekUpper: 0x1d6e2, greekLower: 0x1d6fc, elsewhere: { h: 0x210e } },
  'bold-italic': { upper: 0x1d468, lower: 0x1d482, digits: 0x1d7ce, greekUpper: 0x1d71c, greekLower: 0x1d736 },
  script: {
    upper: 0x1d49c,
    lower: 0x1d4b6,
    elsewhere: {
      B: 0x212c,
      E: 0x2130,
      F: 0x2131,
      H: 0x210b,
      I: 0x2110,
      L: 0x2112,
      M: 0x2133,
      R: 0x211b,
      e: 0x212f,
      g: 0x210a,
      o: 0x2134,
    },
  },
  fraktur: {
    upper: 0x1d504,
    lower: 0x1d51e,
    elsewhere: { C: 0x212d, H: 0x210c, I: 0x2111, R: 0x211c, Z: 0x2128 },
  },
  'double-struck': {
    upper: 0x1d538,
    lower: 0x1d552,
    digits: 0x1d7d8,
    elsewhere: { C: 0x2102, H: 0x210d, N: 0x2115, P: 0x2119, Q: 0x211a, R: 0x211d, Z: 0x2124 },
  },
  'sans-serif': { upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2 },
  'bold-sans-serif': { upper: 0x1d5d4, lower: 0x1d5ee, digits: 0x1d7ec },
  'sans-serif-italic': { upper: 0x1d608, lower: 0x1d622 },
  monospace: { upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6 },
};

function styleLetter(letter: string, alphabet: Alphabet): string {
  const elsewhere = alphabet.elsewhere?.[letter];
  if (elsewhere) return String.fromCodePoint(elsewhere);
  const code = letter.codePointAt(0) ?? 0;
  const place = (first: number, start: number | undefined) =>
    start === undefined ? letter : String.fromCodePoint(start + code - first);
  if (/[A-Z]/.test(letter)) return place(0x41, alphabet.upper);
  if (/[a-z]/.test(letter)) return place(0x61, alphabet.lower);
  if (/\d/.test(letter)) return place(0x30, alphabet.digits);
  // The final sigma has a place in the alphabets too.
  if (/[Α-ΡΣ-Ω]/.test(letter)) return place(0x391, alphabet.greekUpper);
  if (/[α-ω]/.test(letter)) return place(0x3b1, alphabet.greekLower);
  return letter;
}

const tableTag = /<(\/?)(mtable|mtr|mtd)\b([^>]*)>/g;

/** Copies the column alignments of each table to its cells. */
function alignColumns(mathml: string): string {
  if (!mathml.includes('columnalign="')) return mathml;
  const open: { alignments: string[]; column: number }[] = [];
  return mathml.replaceAll(tableTag, (whole, slash: string, name: string, attributes: string) => {
    if (name === 'mtable') return slash ? closeTable(open, whole) : openTable(open, attributes);
    const table = open.at(-1);
    if (!table || slash) return whole;
    if (name === 'mtr') {
      table.column = 0;
      return whole;
    }
    const alignment = table.alignments[Math.min(table.column, table.alignments.length - 1)];
    table.column += 1;
    return alignment === 'left' || alignment === 'right' ? `<mtd class="align-${alignment}"${attributes}>` : whole;
  });
}

type OpenTables = { alignments: string[]; column: number }[];

function openTable(open: OpenTables, attributes: string): string {
  const [attribute = '', alignments = ''] = /\s*columnalign="([^"]*)"/.exec(attributes) ?? [];
  open.push({ alignments: alignments.split(' '), column: 0 });
  // In `aligned` and similar environments, the sign at which a line breaks belongs to both columns, without a gap.
  const isJoined = alignments.startsWith('right left') && /columnspacing="0em/.test(attributes);
  return `<mtable${isJoined ? ' class="joined"' : ''}${attributes.replace(attribute, '')}>`;
}

function closeTable(open: OpenTables, tag: string): string {
  open.pop();
  return tag;
}
