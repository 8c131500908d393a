import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { type CodePoints, faces, listCharacters, listRuns } from './font-faces.ts';

/**
 * Makes the site's faces, src/styles/fonts, from the published ones: the characters, the weights and the features that
 * the styles use, and the sheet that says which file holds which characters. Run it after an update of a font package.
 */
const { resolve } = createRequire(import.meta.url);
// Copyright, licence and where it stands: the SIL Open Font License travels inside the file (clause 2).
const preserveNameIds = [0, 13, 14];
const folder = new URL('../styles/fonts/', import.meta.url);

async function cut(whole: Buffer, characters: CodePoints, face: (typeof faces)[number]): Promise<Buffer> {
  const { weights, opticalSize, features } = face;
  const axes = { ...(weights === undefined ? {} : { wght: weights }), ...(opticalSize ? { opsz: opticalSize } : {}) };
  return subsetFont(whole, listCharacters(characters), {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
    noHinting: true,
    preserveNameIds,
  });
}

const rules: string[] = [];
for (const face of faces) {
  const whole = await readFile(resolve(`${face.from}.woff2`));
  for (const { suffix, characters } of face.parts) {
    const name = `${face.name}${suffix}.woff2`;
    const file = await cut(whole, characters, face);
    await writeFile(new URL(name, folder), file);
    rules.push(writeRule(face, { name, characters }));
    process.stdout.write(`${name} ${file.byteLength} of ${whole.byteLength} bytes\n`);
  }
}
await writeFile(
  new URL('faces.css', folder),
  `/* Made by npm run fonts. A file is fetched when a page has a character that only it holds. */\n${rules.join('\n')}`,
);

function writeRule(face: (typeof faces)[number], part: { name: string; characters: CodePoints }): string {
  const { family, style = 'normal', weights = 400 } = face;
  const weight = typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`;
  return [
    '@font-face {',
    `  font-family: "${family}";`,
    `  font-style: ${style};`,
    `  font-weight: ${weight};`,
    '  font-display: optional;',
    `  src: url("./${part.name}") format("woff2");`,
    `  unicode-range: ${listRuns(part.characters).join(', ')};`,
    '}',
    '',
  ].join('\n');
}
