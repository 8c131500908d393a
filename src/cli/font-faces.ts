/** Runs of code points as `unicode-range` of CSS Fonts 4 spells them. */
export type CodePoints = string;

export interface Face {
  /** Path of its files. */
  name: string;
  family: string;
  /** Path in a font package, without ending. */
  from: string;
  style?: 'italic';
  /** The axis that stays variable, or the one weight; undefined for a face without an axis. */
  weights?: number | { min: number; max: number };
  /** The optical size it is drawn for, of a face that has the axis. */
  opticalSize?: number;
  features: readonly string[];
  parts: readonly { suffix: '' | '-more' | '-greek' | '-letters' | '-signs'; characters: CodePoints }[];
}

/** The characters of English and code, with typographic quotes and dashes: enough for most pages. */
const common = `
  U+20-7e, U+a0, U+a7, U+a9, U+b0-b1, U+b5, U+b7, U+d7, U+2013-2014, U+2018-201e, U+2022, U+2026, U+202f,
  U+2032-2033, U+20ac, U+2122, U+2191-2193, U+2212
`;
/** The other characters in the Latin files of the font packages: mostly letters of other languages. */
const more = `
  U+a1-a6, U+a8, U+aa-af, U+b2-b4, U+b6, U+b8-d6, U+d8-ff, U+131, U+152-153, U+2bb-2bc, U+2c6, U+2da, U+2dc,
  U+304, U+308, U+329, U+2000-2012, U+2015-2017, U+201f-2021, U+2023-2025, U+2027-202e, U+2030-2031, U+2034-206f,
  U+2213-2215
`;
const latin = [
  { suffix: '', characters: common },
  { suffix: '-more', characters: more },
] as const;
/** á ä é í ó ö ú ü: letters of many names. In the text face they add 1 KB, while a reference with one fetched 12 KB. */
const lettersOfNames = 'U+e1, U+e4, U+e9, U+ed, U+f3, U+f6, U+fa, U+fc';
const latinWithNames = [
  { suffix: '', characters: `${common}, ${lettersOfNames}` },
  {
    suffix: '-more',
    characters: more.replace('U+d8-ff', 'U+d8-e0, U+e2-e3, U+e5-e8, U+ea-ec, U+ee-f2, U+f4-f5, U+f7-f9, U+fb, U+fd-ff'),
  },
] as const;

/** Italic letters and the operators and brackets of everyday formulas. The italic h is U+210E. */
const formulas = `
  U+20-7e, U+a0, U+ac, U+b1, U+b7, U+d7, U+f7, U+2016, U+2026, U+2032-2034, U+2061-2064, U+210e, U+2113,
  U+2190-2194, U+21a6, U+21d2, U+21d4, U+2200, U+2202-220b, U+220f-2213, U+2217-2218, U+221a, U+221d-221e,
  U+2223, U+2225-222c, U+223c, U+2248, U+2254, U+2260-2261, U+2264-2265, U+226a-226b, U+2282-2287, U+22c5,
  U+22ee-22f1, U+2308-230b, U+27e8-27e9, U+1d434-1d467
`;
const formulaGreek = 'U+391-3a9, U+3b1-3c9, U+3d1-3d6, U+3f0-3f5, U+1d6fc-1d71b';
/** Bold, script, fraktur, double-struck, sans-serif and monospace letters. */
const formulaLetters = `
  U+2102-210d, U+210f-2112, U+2115-2138, U+1d400-1d433, U+1d468-1d4cf, U+1d504-1d56b, U+1d5a0-1d5d3,
  U+1d670-1d6a3, U+1d6a8-1d6e1, U+1d71c-1d755, U+1d7ce-1d7e1
`;
/** The other arrows, relations and operators that KaTeX knows. */
const formulaSigns = `
  U+2195-21a5, U+21a7-21d1, U+21d3, U+21d5-21ff, U+2201, U+220c-220e, U+2214-2216, U+2219, U+221b-221c,
  U+221f-2222, U+2224, U+222d-223b, U+223d-2247, U+2249-2253, U+2255-225f, U+2262-2263, U+2266-2269, U+226c-2281,
  U+2288-22c4, U+22c6-22ed, U+2322-2323, U+23b0-23b1, U+23de-23e1, U+25a1-25ca, U+27ee-27ff, U+2a00-2aff
`;

const textFeatures = ['kern', 'liga', 'mark', 'mkmk', 'rvrn', 'tnum'];
/** Bold is 600 in the style sheets, and code has one weight: each further weight costs every page some KB. */
const weights = { min: 400, max: 600 };

export const faces: readonly Face[] = [
  {
    name: 'newsreader',
    family: 'Newsreader',
    from: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal',
    weights,
    features: textFeatures,
    parts: latinWithNames,
  },
  {
    // Titles and large numbers: thinner hairlines and tighter letters than the text face.
    name: 'newsreader-display',
    family: 'Newsreader Display',
    from: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal',
    weights: 420,
    opticalSize: 60,
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
    weights: 400,
    features: ['mark'],
    parts: latin,
  },
  {
    name: 'stix-two-math',
    family: 'STIX Two Math',
    from: '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal',
    features: ['ssty', 'dtls'],
    parts: [
      { suffix: '', characters: formulas },
      { suffix: '-greek', characters: formulaGreek },
      { suffix: '-letters', characters: formulaLetters },
      { suffix: '-signs', characters: formulaSigns },
    ],
  },
];

const run = /U\+([\da-f]+)(?:-([\da-f]+))?/g;

/** Every character of some runs, as one text. */
export function listCharacters(characters: CodePoints): string {
  return Array.from(characters.matchAll(run), ([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    const length = Number.parseInt(to, 16) - first + 1;
    return Array.from({ length }, (_, index) => String.fromCodePoint(first + index)).join('');
  }).join('');
}

export function listRuns(characters: CodePoints): string[] {
  return characters.match(run) ?? [];
}
