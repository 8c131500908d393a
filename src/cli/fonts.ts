import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/**
 * Makes the site's faces, src/styles/fonts, from the published ones: the Latin characters, the weights and the features that
 * the styles use. Half the bytes; run it after an update of a font package.
 */
const { resolve } = createRequire(import.meta.url);
const textFeatures = ['kern', 'liga', 'mark', 'mkmk', 'rvrn', 'tnum'];
const weights = { min: 400, max: 700 };
// Copyright, licence and where it stands: the SIL Open Font License travels inside the file (clause 2).
const preserveNameIds = [0, 13, 14];
const faces = [
  { name: 'newsreader', from: 'newsreader/files/newsreader-latin-wght-normal', weights, features: textFeatures },
  {
    name: 'newsreader-italic',
    from: 'newsreader/files/newsreader-latin-wght-italic',
    weights: 400,
    features: textFeatures,
  },
  { name: 'inter', from: 'inter/files/inter-latin-wght-normal', weights, features: textFeatures },
  {
    name: 'jetbrains-mono',
    from: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
    weights,
    features: ['mark'],
  },
];
/** What the Latin files of the font packages hold, as first and last code points. */
const latin = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2193],
  [0x2212, 0x2215],
] as const;
const characters = latin.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

for (const { name, from, weights: wght, features } of faces) {
  const whole = await readFile(resolve(`@fontsource-variable/${from}.woff2`));
  const face = await subsetFont(whole, characters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght },
    keepFeatures: features,
    noHinting: true,
    preserveNameIds,
  });
  await writeFile(new URL(`../styles/fonts/${name}.woff2`, import.meta.url), face);
  process.stdout.write(`${name}.woff2 ${whole.byteLength} -> ${face.byteLength} bytes\n`);
}
