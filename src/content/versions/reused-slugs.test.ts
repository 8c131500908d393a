import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { visitArticles } from '../../../tests/support/compile.ts';
import { folderOfTest } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';
import { completeBody, type VersionIndex } from '../../library/versions.ts';
import { compileFiles } from '../compile-library.ts';
import { createTextWriter } from './text-archive.ts';

let folder: string;
let texts: string;
const now = Date.UTC(2026, 10, 20);

async function write(slug: string, lines: readonly string[], sentence: string) {
  const sample = await readFile('tests/fixtures/content/sample/content/articles/full-feature.md', 'utf8');
  const keys = ['version', 'tier', 'title', 'aliases', 'id', ...lines.map((line) => line.split(':')[0])];
  const text = sample.replaceAll(new RegExp(`^(?:${keys.join('|')}): .*\\n`, 'gm'), '');
  const head = [...(keys.lastIndexOf('title') > 2 ? [] : [`title: An article called ${slug}`]), ...lines].join('\n');
  await writeFile(
    join(folder, `content/articles/${slug}.md`),
    `${text.replace('---\n', `---\n${head}\n`)}\n${sentence}\n`,
  );
}

function commit(message: string) {
  git(folder, 'add', '-A', '.');
  git(folder, 'commit', '-q', '-m', message);
}

/** Commits and texts of the articles. */
async function build(previous: VersionIndex) {
  const writer = await createTextWriter({ folder: texts, previous }, now);
  const revisions = new Map<string, string[]>();
  const options = {
    contentDir: join(folder, 'content'),
    baseUrl: 'http://localhost:4321',
    now,
    generated: { errors: '## not_found\n\nGone.' },
    publication: { name: 'Quire' },
    texts: writer,
  };
  const visitor = visitArticles(({ article }) => {
    const subjects = article.revisions.map(({ subject }) => subject);
    revisions.set(article.slug, subjects);
  });
  const { problems } = await compileFiles(options, visitor);
  expect(problems.filter(({ rule }) => rule === 'id-unique')).toEqual([]);
  return { index: writer.index(), revisions };
}

/** Which of the sentences the texts of an article have. */
async function readTexts(index: VersionIndex, id: string): Promise<string[]> {
  const parts = (index[id]?.records ?? []).map(({ part }) => readFile(join(texts, part), 'utf8'));
  const bodies = (await Promise.all(parts)).map((file) => completeBody(JSON.parse(file)).markdown);
  return bodies.map((markdown) => /(?:FIRST|SECOND|THIRD|OTHER)-TEXT/.exec(markdown)?.[0] ?? '');
}

beforeEach(async () => {
  folder = folderOfTest();
  texts = join(folder, 'texts');
  await cp('tests/fixtures/content/sample', folder, { recursive: true });
  git(folder, 'init', '-q');
});

test('a slug that is used again brings nothing of the article that had it before, from git or from a release', async () => {
  await write('first-name', ['tier: paid'], '<!-- more -->\n\nFIRST-TEXT sentence.');
  commit('first');
  const { index: early } = await build({});
  git(folder, 'mv', 'content/articles/first-name.md', 'content/articles/middle-name.md');
  await write('middle-name', ['tier: paid', 'id: first-name'], '<!-- more -->\n\nSECOND-TEXT sentence.');
  commit('second');
  git(folder, 'mv', 'content/articles/middle-name.md', 'content/articles/last-name.md');
  await write('last-name', ['tier: paid', '"id": first-name'], '<!-- more -->\n\nTHIRD-TEXT sentence.');
  await write('middle-name', ['tier: free'], 'OTHER-TEXT sentence.');
  await write('first-name', ['tier: free', 'id: one-more'], 'OTHER-TEXT sentence.');
  commit('third');
  for (const [previous, ours] of [
    [{}, ['THIRD-TEXT']],
    [early, ['FIRST-TEXT', 'THIRD-TEXT']],
  ] as const) {
    const { index, revisions } = await build(previous);
    expect(revisions.get('middle-name')).toEqual(['third']);
    expect(revisions.get('first-name')).toEqual(['third']);
    expect(await readTexts(index, 'middle-name')).toEqual(['OTHER-TEXT']);
    expect(await readTexts(index, 'one-more')).toEqual(['OTHER-TEXT']);
    expect(await readTexts(index, 'first-name')).toEqual(ours);
  }
});

const other = [
  'tier: free',
  'title: Something else',
  'description: A fixture about another thing than the one before it.',
];

test('a slug that is used again in the commit that moves its article brings nothing of that, though no id is set', async () => {
  await write('a-name', ['tier: paid'], '<!-- more -->\n\nFIRST-TEXT sentence.');
  commit('first');
  const { index: early } = await build({});
  git(folder, 'mv', 'content/articles/a-name.md', 'content/articles/new-name.md');
  await write('a-name', other, 'OTHER-TEXT sentence.');
  commit('second');
  await write('a-name', other, 'THIRD-TEXT sentence.');
  commit('third');
  for (const previous of [{}, early]) {
    const { index, revisions } = await build(previous);
    const published = previous === early ? ['THIRD-TEXT'] : ['OTHER-TEXT', 'THIRD-TEXT'];
    expect(await readTexts(index, 'a-name')).toEqual(published);
    expect(revisions.get('a-name')).toEqual(['third', 'second']);
    expect(await readTexts(index, 'new-name')).toEqual(['FIRST-TEXT']);
  }
});

test('two articles that change places take their texts and commits with them no more than one that moves', async () => {
  await write('one', ['title: First'], 'FIRST-TEXT');
  await write(
    'two',
    ['title: Second', 'description: Another study, of another question, by another author.'],
    'SECOND-TEXT',
  );
  commit('first');
  const before = await build({});
  const [one, two] = ['one', 'two'].map((slug) => join(folder, `content/articles/${slug}.md`));
  const [first, second] = await Promise.all([readFile(one ?? '', 'utf8'), readFile(two ?? '', 'utf8')]);
  await writeFile(one ?? '', second);
  await writeFile(two ?? '', first);
  commit('swap');
  for (const previous of [before.index, {}]) {
    const { index, revisions } = await build(previous);
    expect(await readTexts(index, 'one')).toEqual(['SECOND-TEXT']);
    expect(await readTexts(index, 'two')).toEqual(['FIRST-TEXT']);
    expect([revisions.get('one'), revisions.get('two')]).toEqual([['swap'], ['swap']]);
  }
});

test('a text that was committed and replaced between two builds was never public, and is not a version', async () => {
  await write('first', other, 'FIRST-TEXT sentence.');
  commit('first');
  const { index: early } = await build({});
  await write('a-name', ['tier: free'], '<!-- more -->\n\nSECOND-TEXT sentence.');
  commit('free by mistake');
  await write('a-name', ['tier: paid'], '<!-- more -->\n\nTHIRD-TEXT sentence.');
  commit('paid');
  const { index } = await build(early);
  expect(await readTexts(index, 'a-name')).toEqual(['THIRD-TEXT']);
});

test('a slug that is used again takes no texts from the article that has it as its id', async () => {
  await write('a-name', ['tier: paid'], '<!-- more -->\n\nFIRST-TEXT sentence.');
  const { index: early } = await build({});
  await rm(join(folder, 'content/articles/a-name.md'));
  await write('new-name', ['tier: paid', 'id: a-name'], '<!-- more -->\n\nSECOND-TEXT sentence.');
  await write('a-name', [...other, 'id: another'], 'OTHER-TEXT sentence.');
  const { index } = await build(early);
  expect(await readTexts(index, 'a-name')).toEqual(['FIRST-TEXT', 'SECOND-TEXT']);
  expect(await readTexts(index, 'another')).toEqual(['OTHER-TEXT']);
});

test('an article whose title and description change one after the other stays itself', async () => {
  const says = (name: string) => `description: A fixture that says ${name}, in a sentence of some length.`;
  await write('a-name', ['tier: paid', 'title: First', says('one')], '<!-- more -->\n\nFIRST-TEXT sentence.');
  const { index: early } = await build({});
  await write('a-name', ['tier: paid', 'title: Second', says('one')], '<!-- more -->\n\nFIRST-TEXT sentence.');
  const { index: next } = await build(early);
  await write('a-name', ['tier: paid', 'title: Second', says('two')], '<!-- more -->\n\nSECOND-TEXT sentence.');
  const { index: last } = await build(next);
  expect(await readTexts(last, 'a-name')).toEqual(['FIRST-TEXT', 'SECOND-TEXT']);
  expect(last['a-name']?.headings).toHaveLength(4);
  // A list of an earlier version of the software has the marks of its texts.
  const { headings: _, ...list } = early['a-name'] ?? expect.fail();
  await write('a-name', ['tier: paid', 'title: First', says('two')], '<!-- more -->\n\nSECOND-TEXT sentence.');
  expect((await build({ 'a-name': list })).index['a-name']?.headings).toHaveLength(3);
  await write('a-name', other, 'OTHER-TEXT sentence.');
  const { index: replaced } = await build(last);
  expect(await readTexts(replaced, 'a-name')).toEqual(['OTHER-TEXT']);
  expect(replaced['a-name']?.headings).toHaveLength(2);
});

test('an article whose title and description change in two commits of one release stays itself', async () => {
  const says = (name: string) => `description: A fixture that says ${name}, in a sentence of some length.`;
  await write('a-name', ['tier: paid', 'title: First', says('one')], '<!-- more -->\n\nFIRST-TEXT sentence.');
  commit('first');
  const { index: early } = await build({});
  await write('a-name', ['tier: paid', 'title: Second', says('one')], '<!-- more -->\n\nSECOND-TEXT sentence.');
  commit('second');
  await write('a-name', ['tier: paid', 'title: Second', says('two')], '<!-- more -->\n\nTHIRD-TEXT sentence.');
  commit('third');
  const { headings: _, ...list } = early['a-name'] ?? expect.fail();
  for (const previous of [early, { 'a-name': list }]) {
    const { index } = await build(previous);
    // The second one was replaced before its release.
    expect(await readTexts(index, 'a-name')).toEqual(['FIRST-TEXT', 'THIRD-TEXT']);
    expect(Object.keys(index).filter((id) => id.startsWith('a-name'))).toEqual(['a-name']);
    expect(index['a-name']?.headings).toHaveLength(4);
  }
});

/** Publishes a paid article, and a release without it. */
async function publishAndRemove() {
  await write('a-name', ['tier: paid'], '<!-- more -->\n\nFIRST-TEXT sentence.');
  commit('first');
  const { index: early } = await build({});
  await rm(join(folder, 'content/articles/a-name.md'));
  commit('gone');
  const { index: gone } = await build(early);
  return { early, gone };
}

test('an article that is gone leaves its texts to no other, and stays readable with a receipt', async () => {
  const { early, gone } = await publishAndRemove();
  await write('a-name', other, 'OTHER-TEXT sentence.');
  commit('other');
  for (const previous of [{}, early, gone]) {
    const { index, revisions } = await build(previous);
    expect(await readTexts(index, 'a-name')).toEqual(['OTHER-TEXT']);
    expect(revisions.get('a-name')).toEqual(['other']);
    const parts = Object.values(index).flatMap(({ records }) => records.map(({ part }) => part));
    expect(parts).toEqual(expect.arrayContaining((previous['a-name']?.records ?? []).map(({ part }) => part)));
    expect((await build(index)).index).toEqual(index);
  }
  await rm(join(folder, '.git'), { recursive: true });
  expect(await readTexts((await build(gone)).index, 'a-name')).toEqual(['OTHER-TEXT']);
});

test('an article that was removed by mistake comes back with its texts and commits', async () => {
  const { early, gone } = await publishAndRemove();
  await write('a-name', ['tier: paid'], '<!-- more -->\n\nSECOND-TEXT sentence.');
  commit('back');
  for (const previous of [{}, early, gone]) {
    const { index, revisions } = await build(previous);
    expect(await readTexts(index, 'a-name')).toEqual(['FIRST-TEXT', 'SECOND-TEXT']);
    expect(revisions.get('a-name')).toEqual(['back', 'first']);
  }
});
