import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileLibrary } from '../../../tests/support/compile.ts';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';
import { completeBody, type VersionIndex } from '../../library/versions.ts';
import { createTextWriter } from './text-archive.ts';

const folder = folderOfFile();
const texts = join(folder, 'texts');
const now = Date.UTC(2026, 10, 20);

async function write(slug: string, lines: readonly string[], sentence: string) {
  const sample = await readFile('tests/fixtures/content/sample/content/articles/full-feature.md', 'utf8');
  const text = sample.replaceAll(/^(?:version|tier|title|aliases|id): .*\n/gm, '');
  const head = [...lines, `title: An article called ${slug}`].join('\n');
  await writeFile(
    join(folder, `content/articles/${slug}.md`),
    `${text.replace('---\n', `---\n${head}\n`)}\n${sentence}\n`,
  );
}

function commit(message: string) {
  git(folder, 'add', '-A', '.');
  git(folder, 'commit', '-q', '-m', message);
}

async function build(previous: VersionIndex): Promise<VersionIndex> {
  const writer = await createTextWriter({ folder: texts, previous }, now);
  const { problems } = await compileLibrary({
    contentDir: join(folder, 'content'),
    baseUrl: 'http://localhost:4321',
    now,
    generated: { errors: '## not_found\n\nGone.' },
    publication: { name: 'Quire' },
    texts: writer,
  });
  expect(problems.filter(({ rule }) => rule === 'id-unique')).toEqual([]);
  return writer.index();
}

/** Which of the sentences the texts of an article have. */
async function readTexts(index: VersionIndex, id: string): Promise<string[]> {
  const parts = (index[id]?.records ?? []).map(({ part }) => readFile(join(texts, part), 'utf8'));
  const bodies = (await Promise.all(parts)).map((file) => completeBody(JSON.parse(file)).markdown);
  return bodies.map((markdown) => /(?:FIRST|SECOND|THIRD|OTHER)-TEXT/.exec(markdown)?.[0] ?? '');
}

test('a slug that is used again brings no texts of the article that had it before, from git or from a release', async () => {
  await cp('tests/fixtures/content/sample', folder, { recursive: true });
  git(folder, 'init', '-q');
  await write('first-name', ['tier: paid'], '<!-- more -->\n\nFIRST-TEXT sentence.');
  commit('first');
  const early = await build({});
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
    const index = await build(previous);
    expect(await readTexts(index, 'middle-name')).toEqual(['OTHER-TEXT']);
    expect(await readTexts(index, 'one-more')).toEqual(['OTHER-TEXT']);
    expect(await readTexts(index, 'first-name')).toEqual(ours);
  }
});
