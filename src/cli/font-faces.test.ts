import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listPreloadedFaces } from '../site/preloaded-faces.ts';
import { faces, listCharacters, listRuns } from './font-faces.ts';

const sheet = readFileSync(new URL('../styles/fonts/faces.css', import.meta.url), 'utf8');

it.each(faces)('no character of $name is in two of its files, so a page never fetches both for it', ({ parts }) => {
  const characters = parts.flatMap((part) => [...listCharacters(part.characters)]);
  expect(characters.length).toBe(new Set(characters).size);
});

it('the sheet of faces is the one that the table makes', () => {
  for (const { name, parts } of faces) {
    for (const { suffix, characters } of parts) {
      const rule = sheet.split('@font-face').find((text) => text.includes(`/${name}${suffix}.woff2`));
      expect(listRuns(rule?.split('unicode-range:')[1] ?? '')).toEqual(listRuns(characters));
    }
  }
});

it('a page preloads the second file of the text face for the letters that only this file has', () => {
  const text = faces.find(({ name }) => name === 'newsreader');
  const more = text?.parts.find(({ suffix }) => suffix === '-more')?.characters ?? '';
  const letters = [...listCharacters('U+c0-ff, U+152-153')].filter((character) => /\p{L}/u.test(character));
  const preloading = letters.filter((letter) =>
    listPreloadedFaces(letter, { typeFaces: {} }).some((url) => url.includes('newsreader-more')),
  );
  expect(preloading.join('')).toBe(letters.filter((letter) => listCharacters(more).includes(letter)).join(''));
});
