import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileLibrary } from '../support/compile.ts';
import { folderOfFile } from '../support/folders.ts';

const folder = folderOfFile();
const contentDir = join(folder, 'content');
await mkdir(join(contentDir, 'articles/sold'), { recursive: true });
await writeFile(join(contentDir, 'authors.yaml'), 'ada:\n  name: Ada Example\n');
const tiers = [
  '{ tier: free, price: 0, currency: USD, period: forever }',
  '{ tier: paid, price: 0.05, currency: USD, period: article }',
];
await writeFile(join(contentDir, 'plans.yaml'), `tiers:\n${tiers.map((tier) => `  - ${tier}\n`).join('')}`);
const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"></svg>';
await writeFile(join(contentDir, 'articles/sold/free.svg'), square);
await writeFile(join(contentDir, 'articles/sold/hidden.svg'), square);
await writeFile(
  join(contentDir, 'articles/sold.bib'),
  '@misc{open, title = {Open work}, year = {2020}}\n@misc{secret, title = {SECRET work}, year = {2021}}\n',
);

/** Blocks that may stand before the marker; some define what only sold blocks use. */
const free = [
  'Plain words.',
  'A note[^open].',
  'Cites [@open].',
  '![Free picture](free.svg "Shown")',
  '## A free heading',
  '> [!NOTE]\n> Quoted.',
  '- one\n- two',
  '| a |\n|---|\n| 1 |',
  '```js\nconst a = 1;\n```',
  '$x^2$ and $5.',
  'See [site][open].',
  '- ',
  '[^secret]: SECRET defined early.\n',
  '[secret]: https://secret.example/\n',
  '<details>\n<summary>Open</summary>\n\nInside.\n\n</details>',
];
/** Blocks that stand after it. Headings are public, so they hold no secret. */
const sold = [
  'SECRET words[^secret].',
  'Cites [@secret, p. 4].',
  '![SECRET picture](hidden.svg "SECRET caption")',
  '## A sold heading',
  '> SECRET quote',
  '- SECRET item\n\n  SECRET inside',
  '| SECRET |\n|---|\n| SECRET |',
  '```js\nconst SECRET = 1;\n```',
  '$\\text{SECRET}$',
  'See [SECRET][secret].',
  '[^open]: A late note[^deep].',
  '[^deep]: Deeper.',
  '[open]: https://open.example/',
  '[^secret]: SECRET defined late.',
  '`SECRET`',
];

async function compile(freeBlocks: readonly string[], soldBlocks: readonly string[]) {
  const front =
    '---\ntitle: A sold article\ndescription: A description that is long enough for every rule there is.\ntier: paid\ndate: 2026-01-01\nauthors: [ada]\nbibliography: sold.bib\n---\n\n';
  await writeFile(
    join(contentDir, 'articles/sold.md'),
    `${front}${[...freeBlocks, '<!-- more -->', ...soldBlocks].join('\n\n')}\n`,
  );
  return compileLibrary({
    contentDir,
    baseUrl: 'http://localhost:4321',
    now: Date.UTC(2026, 10, 20),
    generated: {},
    publication: { name: 'Quire' },
    rules: { 'footnote-defined': 'warn', 'footnote-unique': 'warn' },
  });
}

test('whatever stands after the marker, no secret is public, and other secrets make the same public bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(free), fc.shuffledSubarray(sold, { minLength: 1 }), async (before, after) => {
      const first = await compile(before, after);
      const text = JSON.stringify(first.library?.public);
      expect(first.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(text).not.toMatch(/secret/i);
      expect(first.figures.filter(({ url, access }) => url.includes('hidden') && access === 'public')).toEqual([]);
      const second = await compile(
        before,
        after.map((block) => block.replaceAll('SECRET', 'HIDDEN')),
      );
      expect(JSON.stringify(second.library?.public)).toBe(text);
    }),
    { numRuns: 150 },
  );
});

test('of a chart after the marker nothing is public: no file, no number, no word', async () => {
  const chart = (word: string) =>
    `\`\`\`chart {#fig:hidden-chart}\nform: bar\ntitle: ${word}\ndescription: ${word} shown\ndata: { values: [{ a: ${word}, b: 1 }] }\nlabel: a\nvalue: b\nnote: ${word}\n\`\`\``;
  const before = [chart('Shown').replace('hidden-chart', 'shown-chart')];
  const first = await compile(before, [chart('SECRET')]);
  const access = Object.fromEntries(first.figures.map(({ url, access }) => [url, access]));
  const text = JSON.stringify(first.library?.public);
  expect(text).not.toMatch(/secret/i);
  expect(access).toMatchObject({
    '/figures/sold/shown-chart.csv': 'public',
    '/figures/sold/shown-chart.svg': 'public',
    '/figures/sold/hidden-chart.csv': 'paid',
    '/figures/sold/hidden-chart.svg': 'paid',
    '/figures/sold/hidden-chart.png': 'paid',
  });
  expect(first.library?.public.articles[0]?.body.charts?.map(({ id }) => id)).toEqual(['shown-chart']);
  expect(first.library?.sold.articles[0]?.body.charts?.map(({ id }) => id)).toEqual(['shown-chart', 'hidden-chart']);
  const second = await compile(before, [chart('HIDDEN')]);
  expect(JSON.stringify(second.library?.public)).toBe(text);
});
