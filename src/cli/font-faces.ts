/** First and last code point of each run. */
export type CodePoints = readonly (readonly [number, number])[];

export interface Face {
  /** Of its files. */
  name: string;
  family: string;
  /** Path in a font package, without ending. */
  from: string;
  style?: 'italic';
  /** The axis kept, or the one weight; undefined for a face that has no axis. */
  weights?: number | { min: number; max: number };
  display?: 'optional';
  features: readonly string[];
  parts: readonly { suffix: '' | '-more' | '-greek' | '-letters' | '-signs'; characters: CodePoints }[];
}

/** What English and code are written in, with typographic quotes and dashes: all that most pages need. */
const common: CodePoints = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa7, 0xa7],
  [0xa9, 0xa9],
  [0xb0, 0xb1],
  [0xb5, 0xb5],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2032, 0x2033],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2193],
  [0x2212, 0x2212],
];
/** What else the Latin files of the font packages hold: the letters of other languages, mostly. */
const more: CodePoints = [
  [0xa1, 0xa6],
  [0xa8, 0xa8],
  [0xaa, 0xaf],
  [0xb2, 0xb4],
  [0xb6, 0xb6],
  [0xb8, 0xd6],
  [0xd8, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x2012],
  [0x2015, 0x2017],
  [0x201f, 0x2021],
  [0x2023, 0x2025],
  [0x2027, 0x202e],
  [0x2030, 0x2031],
  [0x2034, 0x206f],
  [0x2213, 0x2215],
];
const latin = [
  { suffix: '', characters: common },
  { suffix: '-more', characters: more },
] as const;

/** Italic letters and the operators and brackets of everyday formulas. The italic h is U+210E. */
const formulas: CodePoints = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xac, 0xac],
  [0xb1, 0xb1],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2016, 0x2016],
  [0x2026, 0x2026],
  [0x2032, 0x2034],
  [0x2061, 0x2064],
  [0x210e, 0x210e],
  [0x2113, 0x2113],
  [0x2190, 0x2194],
  [0x21a6, 0x21a6],
  [0x21d2, 0x21d2],
  [0x21d4, 0x21d4],
  [0x2200, 0x2200],
  [0x2202, 0x220b],
  [0x220f, 0x2213],
  [0x2217, 0x2218],
  [0x221a, 0x221a],
  [0x221d, 0x221e],
  [0x2223, 0x2223],
  [0x2225, 0x222c],
  [0x223c, 0x223c],
  [0x2248, 0x2248],
  [0x2254, 0x2254],
  [0x2260, 0x2261],
  [0x2264, 0x2265],
  [0x226a, 0x226b],
  [0x2282, 0x2287],
  [0x22c5, 0x22c5],
  [0x22ee, 0x22f1],
  [0x2308, 0x230b],
  [0x27e8, 0x27e9],
  [0x1d434, 0x1d467],
];
const formulaGreek: CodePoints = [
  [0x391, 0x3a9],
  [0x3b1, 0x3c9],
  [0x3d1, 0x3d6],
  [0x3f0, 0x3f5],
  [0x1d6fc, 0x1d71b],
];
/** Bold, script, fraktur, double-struck, sans-serif and monospace letters. */
const formulaLetters: CodePoints = [
  [0x2102, 0x210d],
  [0x210f, 0x2112],
  [0x2115, 0x2138],
  [0x1d400, 0x1d433],
  [0x1d468, 0x1d4cf],
  [0x1d504, 0x1d56b],
  [0x1d5a0, 0x1d5d3],
  [0x1d670, 0x1d6a3],
  [0x1d6a8, 0x1d6e1],
  [0x1d71c, 0x1d755],
  [0x1d7ce, 0x1d7e1],
];
/** The other arrows, relations and operators that KaTeX knows. */
const formulaSigns: CodePoints = [
  [0x2195, 0x21a5],
  [0x21a7, 0x21d1],
  [0x21d3, 0x21d3],
  [0x21d5, 0x21ff],
  [0x2201, 0x2201],
  [0x220c, 0x220e],
  [0x2214, 0x2216],
  [0x2219, 0x2219],
  [0x221b, 0x221c],
  [0x221f, 0x2222],
  [0x2224, 0x2224],
  [0x222d, 0x223b],
  [0x223d, 0x2247],
  [0x2249, 0x2253],
  [0x2255, 0x225f],
  [0x2262, 0x2263],
  [0x2266, 0x2269],
  [0x226c, 0x2281],
  [0x2288, 0x22c4],
  [0x22c6, 0x22ed],
  [0x2322, 0x2323],
  [0x23b0, 0x23b1],
  [0x23de, 0x23e1],
  [0x25a1, 0x25ca],
  [0x27ee, 0x27ff],
  [0x2a00, 0x2aff],
];

const textFeatures = ['kern', 'liga', 'mark', 'mkmk', 'rvrn', 'tnum'];
const weights = { min: 400, max: 700 };

export const faces: readonly Face[] = [
  {
    name: 'newsreader',
    family: 'Newsreader',
    from: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal',
    weights,
    features: textFeatures,
    parts: latin,
  },
  {
    name: 'newsreader-italic',
    family: 'Newsreader',
    from: '@fontsource-variable/newsreader/files/newsreader-latin-wght-italic',
    style: 'italic',
    weights: 400,
    features: textFeatures,
    parts: latin,
  },
  {
    name: 'inter',
    family: 'Inter',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal',
    weights,
    features: textFeatures,
    parts: latin,
  },
  {
    name: 'jetbrains-mono',
    family: 'JetBrains Mono',
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
    weights,
    features: ['mark'],
    parts: latin,
  },
  {
    name: 'stix-two-math',
    family: 'STIX Two Math',
    from: '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal',
    // Preloaded where there is math. A formula set again in another face would move what is below it.
    display: 'optional',
    features: ['ssty', 'dtls'],
    parts: [
      { suffix: '', characters: formulas },
      { suffix: '-greek', characters: formulaGreek },
      { suffix: '-letters', characters: formulaLetters },
      { suffix: '-signs', characters: formulaSigns },
    ],
  },
];

export function listCharacters(characters: CodePoints): string {
  return characters
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('');
}

/** As `unicode-range` of CSS Fonts 4 spells it. */
export function formatRange([first, last]: CodePoints[number]): string {
  const from = `U+${first.toString(16)}`;
  return first === last ? from : `${from}-${last.toString(16)}`;
}
