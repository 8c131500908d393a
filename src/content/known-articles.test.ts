import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { createMemo } from '../library/part-cache.ts';
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

/** @returns whether each article was lexed, its headings and the problems */
async function load(now = Date.UTC(2026, 10, 20)) {
  const stored: string[] = [];
  const cache = {
    find: (key: string) => parts.get(key),
    store(key: string, bytes: Uint8Array) {
      parts.set(key, Buffer.from(bytes));
      stored.push(key);
    },
  };
  const headings: string[] = [];
  const { problems } = await loadContent(
    { contentDir, now, memo: createMemo(cache, 'this software') },
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

it.each([
  ['its text', () => write('articles/one.md', `${front()}## Another heading\n`)],
  ['the authors', () => write('authors.yaml', 'desk:\n  name: Another Desk\n')],
])('loads it again with another state of %s', async (_, change) => {
  write('articles/one.md', `${front()}## A heading\n`);
  await load();
  change();
  expect((await load()).stored).toBe(1);
});

it('finds what was wrong each time', async () => {
  write('articles/one.md', `${front('draft: maybe\n')}Text.\n`);
  const { said } = await load();
  expect(said).toEqual(['content/articles/one.md:7:8 front-matter']);
  expect((await load()).said).toEqual(said);
});

it('notices a picture that is put beside an article', async () => {
  write('articles/one.md', `${front()}Text.\n`);
  await load();
  mkdirSync(join(contentDir, 'articles/one'));
  write('articles/one/plan.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  const memo = createMemo({ find: (key) => parts.get(key), store() {} }, 'this software');
  const { problems } = await loadContent({ contentDir, now: Date.UTC(2026, 10, 20), memo });
  expect(problems.map(({ rule }) => rule)).toContain('image-unused');
});

it('does not believe a clock that went back', async () => {
  write('articles/one.md', `${front()}Text.\n`);
  expect((await load()).said).toEqual([]);
  expect((await load(Date.UTC(2026, 9, 10))).said).toEqual(['content/articles/one.md:5:7 date-future']);
});
