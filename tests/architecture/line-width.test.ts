import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** As `lineWidth` of biome.json, which formats code and leaves comments as they are. */
const maxColumns = 120;
const comment = /^\s*(?:\/\/|\/?\*)/;
/** What cannot be broken: a URL, and a comment that a tool reads. */
const unbreakable = /https?:\/\/\S{40}|biome-ignore/;

it(`keeps comments within ${maxColumns} columns, as code is`, () => {
  const files = ['src', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?ts$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const tooWide = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        line.length > maxColumns && comment.test(line) && !unbreakable.test(line) ? [`${file}:${at + 1}`] : [],
      ),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(tooWide).toEqual([]);
});
