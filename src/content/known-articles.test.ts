import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { createMemo } from '../library/part-cache.ts';
import type { LoadedArticle } from './load-article.ts';
import { loadContent } from './load-content.ts';

let contentDir: string;
let parts: Map<string, Buffer>;

const front = (more = '') =>
  `---\ntitle: The article\ndescription: It says nothing, and it says so in more than forty characters.\ntier: free\ndate: 2026-10-20\nauthors: [desk]\n${more}---\n\n`;
const write = (name: string, text: string) => writeFileSync(join(contentDir, name), text);

beforeEach(() => {
  contentDir = join(folderOfTest(), 'content');
  parts = new Map();
  mkdirSync(join(contentDir, 'articles'), { recursive: true });
  mkdirSync(join(contentDir, 'pages'), { recursive: true });
  write('authors.yaml', 'desk:\n  name: The Desk\n');
  write('plans.yaml', 'tiers:\n  - { tier: free, price: 0, currency: USD, period: forever, includes: [] }\n');
});

/** The results of earlier builds, and which are new. */
function openParts() {
  const stored: string[] = [];
  const cache = {
    find: (key: string) => parts.get(key),
    has: (key: string) => parts.has(key),
    store(key: string, bytes: Uint8Array) {
      parts.set(key, Buffer.from(bytes));
      stored.push(key);
    },
  };
  return { cache, memo: createMemo(cache, 'this software'), stored };
}

/** @returns whether each article was lexed, its headings and the problems */
async function load(now = Date.UTC(2026, 10, 20)) {
  const { memo, stored } = openParts();
  const headings: string[] = [];
  const { problems } = await loadContent(
    { contentDir, now, memo },
    { article: async ({ document }) => void headings.push(...document.headings.map(({ title }) => title)) },
  );
  const said = problems
    .filter(({ severity, rule }) => severity === 'error' && rule !== 'plans-file')
    .map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`);
  return { stored: stored.length, headings, said };
}

it('takes an article from an earlier build, with its tokens when they are needed, and checks its links again', async () => {
  write('articles/one.md', `${front()}## A heading\n\nRead [the other](two.md#part).\n`);
  write('articles/two.md', `${front().replace('The article', 'The other')}## Part\n\nText.\n`);
  const first = await load();
  expect(first).toEqual({ stored: 2, headings: ['A heading', 'Part'], said: [] });
  expect(await load()).toEqual({ ...first, stored: 0 });
  rmSync(join(contentDir, 'articles/two.md'));
  expect(await load()).toEqual({
    stored: 0,
    headings: ['A heading'],
    said: ['content/articles/one.md:11:6 link-resolves'],
  });
});

it('loads it again when its text changes', async () => {
  write('articles/one.md', `${front()}## A heading\n`);
  await load();
  write('articles/one.md', `${front()}## Another heading\n`);
  expect((await load()).stored).toBe(1);
});

it('has the authors as they are now, and another key when one of its own changes, and no other', async () => {
  write('articles/one.md', `${front()}Text.\n`);
  const loadOne = async () => {
    const { memo } = openParts();
    const found: { names: string[]; key: string | undefined }[] = [];
    const article = async ({ authors, key }: LoadedArticle) =>
      void found.push({ names: authors.map(({ author }) => author.name), key });
    await loadContent({ contentDir, now: Date.UTC(2026, 10, 20), memo }, { article });
    return found[0];
  };
  const first = await loadOne();
  expect(first?.names).toEqual(['The Desk']);
  write('authors.yaml', 'desk:\n  name: The Desk\nanother:\n  name: Another One\n');
  expect(await loadOne()).toEqual(first);
  expect((await load()).stored).toBe(0);
  write('authors.yaml', 'desk:\n  name: Another Desk\n');
  const second = await loadOne();
  expect(second?.names).toEqual(['Another Desk']);
  expect(second?.key).not.toBe(first?.key);
  write('authors.yaml', 'another:\n  name: Another One\n');
  expect((await load()).said).toEqual(['content/articles/one.md:6:11 author-known']);
});

it('takes an article with warnings from an earlier build too, and gives them each time', async () => {
  const loadAll = async (now = Date.UTC(2026, 10, 20)) => {
    const { memo, stored } = openParts();
    const rules = { 'date-future': 'warn' } as const;
    const { problems } = await loadContent({ contentDir, now, memo, rules }, { article: async () => {} });
    return { stored: stored.length, warnings: problems.filter(({ severity }) => severity === 'warn') };
  };
  write('articles/one.md', `${front().replace('The article', 'Short')}# A heading\n\n#### Another\n`);
  const first = await loadAll();
  expect(first.warnings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['title-length', 'heading-levels']));
  const second = await loadAll();
  expect(second).toEqual({ stored: 0, warnings: first.warnings });
  // This one passes with time.
  write('articles/two.md', `${front('updated: 2026-11-25\n').replace('The article', 'The other')}Text.\n`);
  const ofTwo = ({ warnings }: typeof first) => warnings.filter(({ file }) => file.endsWith('two.md'));
  for (const loaded of [await loadAll(), await loadAll()])
    expect(ofTwo(loaded).map(({ rule }) => rule)).toEqual(['date-future']);
  expect(ofTwo(await loadAll(Date.UTC(2026, 10, 26)))).toEqual([]);
});

it('finds what was wrong each time', async () => {
  write('articles/one.md', `${front('draft: maybe\n')}Text.\n`);
  const { said } = await load();
  expect(said).toEqual(['content/articles/one.md:7:8 front-matter']);
  expect((await load()).said).toEqual(said);
});

const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"/>`;
const files = {
  'articles/one/plan.svg': svg(1),
  'articles/one/counts.csv': 'name,count\nfirst,3\nsecond,5\n',
  'articles/one.bib': '@book{a, title={A Book}, author={Writer, A.}, year={2001}, publisher={B}}\n',
  '../scripts/count.py': 'print(3)\n',
  'articles/one.pdf': '%PDF-1.7\n',
};

/** @returns whether the article was lexed, and what rendering needs of its files */
async function loadWithFiles() {
  const about: unknown[] = [];
  let isLexed: boolean | undefined;
  const { memo, stored } = openParts();
  const { problems } = await loadContent(
    { contentDir, now: Date.UTC(2026, 10, 20), memo },
    {
      async article({ document, artifacts, pdf, cited, ...loaded }) {
        isLexed = Object.getOwnPropertyDescriptor(document, 'tokens')?.get === undefined;
        const { figures, charts, drawn, bibliography } = document;
        about.push(
          [...figures],
          [...charts].map(([{ type }, chart]) => [type, chart]),
          drawn,
        );
        about.push(artifacts, pdf, [...cited], bibliography?.format('a'), loaded.frontPage, document.digest);
      },
    },
  );
  const rules = problems.map(({ rule }) => rule).filter((rule) => rule !== 'plans-file');
  return { about: JSON.parse(JSON.stringify(about)), isLexed, stored: stored.length, rules };
}

function writeWithFiles() {
  mkdirSync(join(contentDir, 'articles/one'));
  mkdirSync(join(contentDir, '../scripts'));
  for (const [name, text] of Object.entries(files)) write(name, text);
  const more = [
    'bibliography: one.bib',
    'pdf: one.pdf',
    'cover: fig:counts',
    'artifacts: [{ file: scripts/count.py, title: The count }]',
  ];
  const chart = [
    '```chart {#fig:counts}',
    'form: bar',
    'title: The second has more',
    'description: The first has 3 and the second has 5.',
    'data: counts.csv',
    'label: name',
    'value: count',
    '```',
  ];
  write(
    'articles/one.md',
    `${front(`${more.join('\n')}\n`)}It says so [@a].\n\n![A plan](plan.svg)\n\n${chart.join('\n')}\n`,
  );
}

it('takes an article with pictures, charts, references and scripts from an earlier build', async () => {
  writeWithFiles();
  const { about, rules, isLexed } = await loadWithFiles();
  expect({ rules, isLexed }).toEqual({ rules: [], isLexed: true });
  expect(about).toContainEqual(['a']);
  expect(await loadWithFiles()).toEqual({ about, rules, isLexed: false, stored: 0 });
});

it.each(Object.keys(files))('loads it again when %s is another', async (name) => {
  writeWithFiles();
  const { about } = await loadWithFiles();
  const other = { ...files, 'articles/one/plan.svg': svg(2), 'articles/one.pdf': 'no PDF' }[name] ?? '';
  write(name, other.replace('3', '4').replace('A Book', 'Another Book'));
  const again = await loadWithFiles();
  expect([...again.about, ...again.rules]).not.toEqual(about);
  const hasMistake = again.rules.length > 0;
  expect(await loadWithFiles()).toEqual({ ...again, stored: 0, isLexed: hasMistake });
});

it('loads it again when a picture gets a dark form, and reports one that is gone each time', async () => {
  writeWithFiles();
  const { about } = await loadWithFiles();
  write('articles/one/plan.dark.svg', svg(1));
  expect((await loadWithFiles()).about).not.toEqual(about);
  rmSync(join(contentDir, 'articles/one/plan.dark.svg'));
  rmSync(join(contentDir, 'articles/one/plan.svg'));
  for (const _ of [1, 2]) expect((await loadWithFiles()).rules).toEqual(['image-exists']);
});

it('notices a picture that is put beside an article', async () => {
  write('articles/one.md', `${front()}Text.\n`);
  await load();
  mkdirSync(join(contentDir, 'articles/one'));
  write('articles/one/plan.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  const memo = createMemo({ ...openParts().cache, store() {} }, 'this software');
  const { problems } = await loadContent({ contentDir, now: Date.UTC(2026, 10, 20), memo });
  expect(problems.map(({ rule }) => rule)).toContain('image-unused');
});

it('does not believe a clock that went back', async () => {
  write('articles/one.md', `${front()}Text.\n`);
  expect((await load()).said).toEqual([]);
  expect((await load(Date.UTC(2026, 9, 10))).said).toEqual(['content/articles/one.md:5:7 date-future']);
});
