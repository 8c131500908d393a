import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderOfTest } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';
import { openGitFiles } from './git-files.ts';
import { explainLostHistory, readHistory } from './history.ts';

test('one pass gives each file its commits, newest first', async () => {
  const folder = folderOfTest();
  const articles = join(folder, 'content/articles');
  await mkdir(articles, { recursive: true });
  git(folder, 'init', '-q');
  for (const [step, names] of [
    ['One: first', ['a', 'b']],
    ['Two', ['b']],
  ] as const) {
    for (const name of names) await writeFile(join(articles, `${name}.md`), step);
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', step, '--date', '2026-03-04T05:06:07Z');
  }
  const history = await readHistory(join(folder, 'content'));
  expect([...history.keys()].toSorted()).toEqual(['articles/a.md', 'articles/b.md']);
  expect(history.get('articles/b.md')?.map(({ subject, date }) => `${date} ${subject}`)).toEqual([
    '2026-03-04 Two',
    '2026-03-04 One: first',
  ]);
  expect(history.get('articles/a.md')?.[0]?.commit).toBe(git(folder, 'rev-parse', 'HEAD~1'));

  git(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, join(folder, 'shallow'));
  expect(await readHistory(join(folder, 'shallow/content'))).toEqual(new Map());
});

test('a sentence says why git gives no history: a shallow clone, or a repository of another user', async () => {
  const folder = folderOfTest();
  expect(await explainLostHistory(folder)).toBeUndefined();
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'One');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'Two');
  expect(await explainLostHistory(folder)).toBeUndefined();
  git(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, join(folder, 'shallow'));
  expect(await explainLostHistory(join(folder, 'shallow'))).toMatch(/^This clone is shallow, .+ git fetch --unshallow/);
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  expect(await explainLostHistory(folder)).toMatch(/^Git refuses a repository of another user, .+ safe\.directory /);
  vi.unstubAllEnvs();
});

test('without a repository, history is empty and nothing fails', async () => {
  expect(await readHistory(folderOfTest())).toEqual(new Map());
});

test('a build that a hook of git starts reads the history of the content, as in a second worktree', async () => {
  const folder = folderOfTest();
  await mkdir(join(folder, 'content/articles'), { recursive: true });
  await writeFile(join(folder, 'content/articles/a.md'), 'One.');
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'One');
  for (const place of [join(folder, '.git'), '.']) {
    vi.stubEnv('GIT_DIR', place);
    const history = await readHistory(join(folder, 'content'));
    const files = openGitFiles(join(folder, 'content'));
    const text = await files.read('HEAD', 'articles/a.md');
    files.close();
    vi.unstubAllEnvs();
    expect([...history.keys(), text]).toEqual(['articles/a.md', 'One.']);
  }
});
