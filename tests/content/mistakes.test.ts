import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileFiles } from '../../src/content/compile-library.ts';
import { formatProblems, hasErrors } from '../../src/content/load/problems.ts';
import { ruleTable } from '../../src/content/load/rules.ts';
import { visitArticles } from '../support/compile.ts';
import { folderOfTest } from '../support/folders.ts';

const fixtures = fileURLToPath(new URL('../fixtures/content/', import.meta.url));
const mistakes = (await readdir(join(fixtures, 'mistakes'))).toSorted();
const options = {
  baseUrl: 'http://localhost:4321',
  now: Date.UTC(2026, 10, 20),
  generated: { errors: '## Made\n\n[inside](#gone)' },
  publication: { name: 'Quire' },
};
const nobody = visitArticles(() => {});

test.each(mistakes)('%s is reported with file, line and column', async (name) => {
  const contentDir = join(fixtures, 'mistakes', name, 'content');
  const { problems } = await compileFiles({ ...options, contentDir }, nobody);
  expect(`${formatProblems(problems, 'text')}\n`).toBe(
    await readFile(join(fixtures, 'mistakes', name, 'expected.txt'), 'utf8'),
  );
});

/** Rules that a small content folder alone cannot break, and those of `odd-files.test.ts`. */
const odd = ['file-size', 'table-cells'];
const elsewhere = [
  'rule-known',
  'setting-resolves',
  'question-finds',
  'link-external',
  'image-size',
  'markdown-parses',
  ...odd,
];

test('every rule has a fixture that breaks it', async () => {
  const expected = await Promise.all(
    mistakes.map((name) => readFile(join(fixtures, 'mistakes', name, 'expected.txt'), 'utf8')),
  );
  const broken = new Set(
    expected.flatMap((text) => [...text.matchAll(/^\S+:\d+:\d+ ([\w-]+)/gm)].map((match) => match[1])),
  );
  expect(Object.keys(ruleTable).filter((rule) => !broken.has(rule))).toEqual(expect.arrayContaining(elsewhere));
  expect(
    Object.keys(ruleTable)
      .filter((rule) => !broken.has(rule))
      .toSorted(),
  ).toEqual(elsewhere.toSorted());
});

test('one broken article among good ones is an error', async () => {
  const folder = folderOfTest();
  const contentDir = join(folder, 'content');
  await cp(join(fixtures, 'sample/content'), contentDir, { recursive: true });
  await writeFile(join(contentDir, 'articles/broken.md'), '---\ntitle: Broken\n---\n\nWords.\n');
  const { problems } = await compileFiles({ ...options, contentDir }, nobody);
  expect(problems.filter(({ severity }) => severity === 'error').map(({ file, line }) => `${file}:${line}`)).toContain(
    'content/articles/broken.md:1',
  );
});

test('a rule that is turned off is silent, and one that protects readers cannot be', async () => {
  const contentDir = join(fixtures, 'mistakes/code/content');
  const silent = await compileFiles({ ...options, contentDir, rules: { 'code-language': 'off' } }, nobody);
  expect(silent.problems).toEqual([]);
  const strict = await compileFiles({ ...options, contentDir, rules: { 'code-language': 'error' } }, nobody);
  expect(hasErrors(strict.problems)).toBe(true);
  const unsafe = await compileFiles(
    { ...options, contentDir, rules: { 'html-allowed': 'off', 'code-langage': 'off' } },
    nobody,
  );
  expect(unsafe.problems.filter(({ rule }) => rule === 'rule-known').map(({ message }) => message)).toEqual([
    'The rule html-allowed protects readers and is always an error',
    'There is no rule code-langage; did you mean code-language?',
  ]);
});
