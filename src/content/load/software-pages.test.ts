import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { visitArticles } from '../../../tests/support/compile.ts';
import { folderOfFile } from '../../../tests/support/folders.ts';
import type { Page } from '../../library/library.ts';
import { type Compiled, type CompileOptions, compileFiles } from '../compile-library.ts';

const folder = folderOfFile();
const contentDir = join(folder, 'content');
const softwarePages = join(folder, 'software');

const front = (title: string) => `---\ntitle: ${title}\ndescription: What the page is for, in a sentence.\n---\n\n`;

beforeEach(async () => {
  await rm(contentDir, { recursive: true, force: true });
  await cp(fileURLToPath(new URL('../../../tests/fixtures/content/sample/content', import.meta.url)), contentDir, {
    recursive: true,
  });
  await mkdir(softwarePages, { recursive: true });
  await writeFile(
    join(softwarePages, 'guide.md'),
    `${front('Guide to {site_name}')}Read {free_slug} or buy {paid_slug} for {article_price}.\n`,
  );
});

async function compile(
  options: Partial<CompileOptions> = {},
): Promise<{ pages: Page[]; problems: Compiled['problems'] }> {
  const pages: Page[] = [];
  const { problems } = await compileFiles(
    {
      contentDir,
      softwarePages,
      baseUrl: 'http://localhost:4321',
      now: Date.UTC(2026, 10, 20),
      publication: { name: 'Acme' },
      generated: { errors: '' },
      values: { site_name: 'Acme' },
      ...options,
    },
    { ...visitArticles(() => {}), page: (page) => pages.push(page) },
  );
  return { pages, problems };
}

test('a page of the software is filled with names, prices and examples of the publication', async () => {
  const guide = (await compile()).pages.find(({ name }) => name === 'guide');
  expect(guide?.title).toBe('Guide to Acme');
  expect(guide?.body.markdown.trim()).toBe('Read full-feature or buy paid-piece for 0.05.');
});

test('the part `plans` compares the plans of the price list, in its order', async () => {
  await writeFile(join(softwarePages, 'guide.md'), `${front('Prices')}<!-- generated: plans -->\n`);
  const plan = '  - { tier: subscriber, price: 9, currency: USD, period: month }\n';
  await appendFile(join(contentDir, 'plans.yaml'), plan);
  const guide = (await compile()).pages.find(({ name }) => name === 'guide');
  const rows = guide?.body.markdown.trim().split('\n') ?? [];
  expect(rows.slice(0, 3)).toEqual([
    '|  | Free | Paid | Subscriber |',
    '| --- | --- | --- | --- |',
    '| Price | $0 | $0.05 per article | $9 per month |',
  ]);
  expect(rows).toContain('| Search and /ask | public text | public text | paid text too |');
  expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([6]));
});

test('an unreleased article is not an example', async () => {
  await rm(join(contentDir, 'articles/full-feature.md'));
  await rm(join(contentDir, 'articles/paid-piece.md'));
  const guide = (await compile()).pages.find(({ name }) => name === 'guide');
  expect(guide?.body.markdown.trim()).toBe('Read  or buy  for 0.05.');
});

test('a file of the same name takes its place', async () => {
  await writeFile(join(contentDir, 'pages/guide.md'), `${front('Ours')}Our own words.\n`);
  const guides = (await compile()).pages.filter(({ name }) => name === 'guide');
  expect(guides.map(({ title, body }) => [title, body.markdown.trim()])).toEqual([['Ours', 'Our own words.']]);
});

test('and may show the text it replaces among its own', async () => {
  await writeFile(
    join(contentDir, 'pages/guide.md'),
    `${front('Ours')}Before.\n\n<!-- generated: original -->\n\nAfter.\n`,
  );
  const guide = (await compile()).pages.find(({ name }) => name === 'guide');
  expect(guide?.body.markdown.trim()).toBe('Before.\n\nRead full-feature or buy paid-piece for 0.05.\n\nAfter.');
});

test('a page that replaces none has no original', async () => {
  await writeFile(join(contentDir, 'pages/own.md'), `${front('Ours')}<!-- generated: original -->\n`);
  expect((await compile()).problems.map(({ file, rule, message }) => [file, rule, message])).toContainEqual([
    'content/pages/own.md',
    'generated-known',
    'The build makes no part original; it makes errors, plans',
  ]);
});

test('a page of the software is read in the language of the publication where it is translated, else in English', async () => {
  await writeFile(join(softwarePages, 'guide.de.md'), `${front('Leitfaden')}Lesen.\n`);
  await writeFile(join(softwarePages, 'other.md'), `${front('Other')}Read.\n`);
  const read = async (language: string) => {
    const { pages } = await compile({ publication: { name: 'Acme', language } });
    return Object.fromEntries(pages.map(({ name, title, language }) => [name, [title, language]]));
  };
  expect(await read('de-AT')).toMatchObject({ guide: ['Leitfaden', 'de'], other: ['Other', 'en'] });
  const inMaori = await read('mi');
  expect(inMaori).toMatchObject({ guide: ['Guide to Acme', 'en'] });
  expect(Object.keys(inMaori).filter((name) => name.endsWith('.de'))).toEqual([]);
});

test('a page of the publication is in its language', async () => {
  const { pages } = await compile();
  expect(pages.filter(({ name }) => name !== 'guide').map(({ language }) => language)).toContain(null);
});
