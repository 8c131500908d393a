import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compileLibrary } from '../../../tests/support/compile.ts';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';

const slug = 'full-feature';
const folder = folderOfFile();

const articleFile = () => join(folder, `content/articles/${slug}.md`);

/** One more commit of the article, with these front-matter lines and this last sentence. */
async function commit(lines: readonly string[], sentence: string) {
  const sample = await readFile('tests/fixtures/content/sample/content/articles/full-feature.md', 'utf8');
  const tier = lines.some((line) => line.startsWith('tier:')) ? sample.replace(/^tier: .*\n/m, '') : sample;
  const text = tier.replace(/^version: .*\n/m, '').replace('---\n', `---\n${lines.join('\n')}\n`);
  await writeFile(articleFile(), `${text}\n${sentence}\n`);
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', sentence);
}

async function readVersions() {
  const { library, problems } = await compileLibrary({
    contentDir: join(folder, 'content'),
    baseUrl: 'http://localhost:4321',
    now: Date.UTC(2026, 10, 20),
    generated: { errors: '## not_found\n\nGone.' },
    publication: { name: 'Quire' },
  });
  if (!library) throw new Error(JSON.stringify(problems));
  return library.public.articles.find((article) => article.slug === slug)?.versions;
}

const listed = (...versions: string[]) => [
  'versions:',
  ...versions.map((version) => `  - { version: "${version}", date: 2026-11-18, text: Words of ${version}. }`),
];

beforeAll(async () => {
  await cp('tests/fixtures/content/sample', folder, { recursive: true });
  git(folder, 'init', '-q');
  await commit(['version: "0.9"', 'tier: paid'], '<!-- more -->\n\nSOLD-ONCE sentence.');
  await commit(['version: "1.0"'], 'A key has twelve bytes, we wrote.');
  await commit(['version: "1.0"'], 'A key has twelve bytes, we said.');
});

test('an earlier version is the last text that was called so, compared with the present one', async () => {
  await commit(['version: "1.1"', ...listed('0.9', '1.0', '1.1')], 'A key has ten bytes, we said.');
  const versions = await readVersions();
  const [paid, first, present] = versions ?? [];
  expect(first?.changes?.at(-1)).toEqual([
    { text: 'A key has ', is: 'same' },
    { text: 'twelve ', is: 'removed' },
    { text: 'ten ', is: 'added' },
    { text: 'bytes, we said.', is: 'same' },
  ]);
  expect(present).toEqual({ version: '1.1', date: '2026-11-18', text: 'Words of 1.1.', changes: null });
  expect(paid?.changes).toBeNull();
  expect(JSON.stringify(versions)).not.toContain('SOLD-ONCE');
});

test('a paid article shows what its author says of its versions, and no text of them', async () => {
  await commit(['version: "1.2"', 'tier: paid', ...listed('1.0', '1.2')], '<!-- more -->\n\nA key has nine bytes.');
  expect((await readVersions())?.map(({ text, changes }) => [text, changes])).toEqual([
    ['Words of 1.0.', null],
    ['Words of 1.2.', null],
  ]);
});
