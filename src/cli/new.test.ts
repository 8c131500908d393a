import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfFile, folderOfTest } from '../../tests/support/folders.ts';
import { toSlug } from '../content/new-article.ts';
import { checkContent } from '../content/run-checks.ts';
import { runNew } from './new.ts';

const folder = folderOfFile();
const content = join(folder, 'content');
const sample = fileURLToPath(new URL('../../tests/fixtures/content/sample/content/', import.meta.url));
for (const name of ['authors.yaml', 'plans.yaml']) await cp(join(sample, name), join(content, name));
const now = Date.UTC(2026, 10, 20);

async function run(
  args: readonly string[],
  answers?: readonly string[],
): Promise<{ code: number; printed: string; questions: string[] }> {
  const waiting = [...(answers ?? [])];
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return waiting.shift() ?? '';
  };
  const all = [...args, '--content', content];
  return { ...(await listenTo((session) => runNew(all, { ...session, ask: answers && ask }))), questions };
}

test('flags alone make a draft that passes the content check', async () => {
  const { code } = await run(['--title', 'Costs: "yes" & no', '--tier', 'paid', '--author', 'desk']);
  expect(code).toBe(0);
  const text = await readFile(join(content, 'articles/costs-yes-no.md'), 'utf8');
  expect(text).toContain('<!-- more -->');
  expect(text).toContain('draft: true');
  expect(await checkContent({ contentDir: content, now, includeDrafts: true })).toEqual([]);
});

test('its starter text is reported as soon as the article is not a draft', async () => {
  await run(['--title', 'Hardly begun', '--tier', 'paid', '--author', 'desk']);
  const path = join(content, 'articles/hardly-begun.md');
  await writeFile(path, (await readFile(path, 'utf8')).replace('draft: true\n', ''));
  const problems = await checkContent({ contentDir: content, now, includeDrafts: true });
  expect(problems.map(({ line, rule }) => `${line} ${rule}`)).toEqual(
    [3, 11, 15, 19].map((line) => `${line} text-own`),
  );
  await rm(path);
});

test('what is missing is asked, with a default to accept', async () => {
  const { code, questions } = await run([], ['An asked title', '', 'free', 'ada']);
  expect(code).toBe(0);
  expect(questions).toHaveLength(4);
  expect(await readFile(join(content, 'articles/an-asked-title.md'), 'utf8')).toContain('- ada');
});

test('an article that is there is never overwritten', async () => {
  await writeFile(join(content, 'articles/mine.md'), 'my words');
  const { code, printed } = await run(['--title', 'Mine', '--slug', 'mine']);
  expect(code).toBe(1);
  expect(printed).toContain('mine.md is there already');
  expect(await readFile(join(content, 'articles/mine.md'), 'utf8')).toBe('my words');
});

test.each([
  [[], 'needs a title'],
  [['--title', 'A', '--slug', '../escape'], 'is not a slug'],
  [['--title', 'A', '--tier', 'gold'], 'is not a tier'],
  [['--title', 'A', '--author', 'nobody'], 'is not in'],
  [['--titel', 'A'], 'Usage'],
])('%j is refused with a sentence', async (args, sentence) => {
  const { code, printed } = await run(args);
  expect(code).toBe(2);
  expect(printed).toContain(sentence);
});

test('a slug has plain letters only', () => {
  expect(toSlug('  Résumé: 50% of _what_?  ')).toBe('resume-50-of-what');
  expect(toSlug('Über die große Ærø-Łódź Reise')).toBe('uber-die-grosse-aero-lodz-reise');
  expect(toSlug('日本')).toBe('');
});

test('where authors.yaml is missing, it is named with what to write there', async () => {
  const elsewhere = join(folderOfTest(), 'content');
  const args = ['--title', 'A title', '--content', elsewhere];
  const { code, printed } = await listenTo((session) => runNew(args, { ...session, ask: undefined }));
  expect(code).toBe(2);
  expect(printed).toBe(
    `${elsewhere}/authors.yaml is missing. Write an author in it, such as:\n\nada:\n  name: Ada Example\n`,
  );
});
