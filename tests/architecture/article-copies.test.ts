import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What serves opened articles. Builds spread articles that they have just made, which are plain objects. */
const serving = ['components', 'core', 'layouts', 'pages', 'protocols', 'serve', 'server', 'site'];
const spread = /\{\s*\.\.\.(?:\w+\.)*(?:article|original)\b(?!\.)/;

it('copies an article of a library by copyArticle: a spread of it has no facts', () => {
  const files = serving.flatMap((room) =>
    readdirSync(join('src', room), { recursive: true, encoding: 'utf8' }).map((file) => join('src', room, file)),
  );
  const sources = files.filter((file) => /\.(?:ts|astro)$/.test(file) && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => spread.test(readFileSync(file, 'utf8')))).toEqual([]);
});
