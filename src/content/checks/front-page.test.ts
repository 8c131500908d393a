import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { visitArticles } from '../../../tests/support/compile.ts';
import { folderOfTest } from '../../../tests/support/folders.ts';
import type { PublicArticle } from '../../library/library.ts';
import { compileFiles } from '../compile-library.ts';
import type { Figure } from '../load/figures.ts';

const chart = `\`\`\`chart {#fig:speed}
form: bar
title: It is faster
description: A bar.
data: { values: [{ a: x, b: 1 }] }
label: a
value: b
\`\`\``;

async function compile(body: string) {
  const contentDir = join(folderOfTest(), 'content');
  await mkdir(join(contentDir, 'articles'), { recursive: true });
  await writeFile(join(contentDir, 'authors.yaml'), 'ada: { name: Ada }\n');
  await writeFile(
    join(contentDir, 'plans.yaml'),
    '- { id: month, name: Month, amount_minor: 100, currency: USD, period: month }\n',
  );
  const head =
    'title: A cover\ndescription: Too short.\ntier: paid\ndate: 2026-10-01\nauthors: [ada]\ncover: fig:speed';
  await writeFile(join(contentDir, 'articles/a.md'), `---\n${head}\n---\n\n${body}`);
  const covers: PublicArticle['cover'][] = [];
  const options = { contentDir, baseUrl: 'http://localhost:4321', now: Date.UTC(2026, 10, 20) };
  const { problems, figures } = await compileFiles(
    { ...options, generated: {}, publication: { name: 'Quire' } },
    visitArticles(({ article }) => covers.push(article.cover)),
  );
  const said = problems.filter(({ rule }) => rule === 'cover-shown').map(({ message }) => message);
  return { covers, said, figures };
}

it('takes a chart of the free text for the cover, whose picture any reader may load, light and dark', async () => {
  const other = chart.replaceAll('speed', 'size');
  const { covers, said, figures } = await compile(`${chart}\n\n${other}\n\n<!-- more -->\n\nThe rest.\n`);
  expect(said).toEqual([]);
  expect(covers).toEqual([{ url: '/figures/a/speed.png', darkUrl: '/figures/a/speed.dark.png', isWhole: true }]);
  const pictures = figures.filter(({ mimeType }: Figure) => mimeType === 'image/png');
  expect(pictures.map(({ url, access }) => [url, access])).toEqual([
    ['/figures/a/size.png', 'public'],
    ['/figures/a/speed.dark.png', 'public'],
    ['/figures/a/speed.png', 'public'],
  ]);
});

it('refuses a chart of the paid part', async () => {
  const { covers, said } = await compile(`The free text.\n\n<!-- more -->\n\n${chart}\n`);
  expect(covers).toEqual([null]);
  expect(said).toEqual(['The free text shows no chart fig:speed; show it there, or take the line out']);
});
