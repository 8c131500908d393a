import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compileLibrary } from '../../../tests/support/compile.ts';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';
import { contentDigest, sha256 } from '../../library/digest.ts';
import { completeBody, relocateCitation, type VersionIndex, type VersionText } from '../../library/versions.ts';
import { createTextWriter, nameText } from './text-archive.ts';

const slug = 'full-feature';
const folder = folderOfFile();
const texts = join(folder, 'texts');
const now = Date.UTC(2026, 10, 20);

/** One more text of the article, with these front-matter lines and this last sentence. */
async function write(lines: readonly string[], sentence: string) {
  const sample = await readFile('tests/fixtures/content/sample/content/articles/full-feature.md', 'utf8');
  const tier = lines.some((line) => line.startsWith('tier:')) ? sample.replace(/^tier: .*\n/m, '') : sample;
  const text = tier.replace(/^version: .*\n/m, '').replace('---\n', `---\n${lines.join('\n')}\n`);
  await writeFile(join(folder, `content/articles/${slug}.md`), `${text}\n${sentence}\n`);
}

async function commit(lines: readonly string[], sentence: string) {
  await write(lines, sentence);
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', sentence);
}

/** Compiles as a build does. @returns the records of all articles */
async function build(previous: VersionIndex, baseUrl = 'http://localhost:4321'): Promise<VersionIndex> {
  const writer = await createTextWriter({ folder: texts, previous }, now);
  const { problems } = await compileLibrary({
    contentDir: join(folder, 'content'),
    baseUrl,
    now,
    generated: { errors: '## not_found\n\nGone.' },
    publication: { name: 'Quire' },
    texts: writer,
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return writer.index();
}

const recordsOf = (index: VersionIndex) => index[slug]?.records ?? [];
const namesOf = (index: VersionIndex) => recordsOf(index).map(({ name }) => name);
const readText = async (part: string): Promise<VersionText> => JSON.parse(await readFile(join(texts, part), 'utf8'));
let index: VersionIndex;

beforeAll(async () => {
  await cp('tests/fixtures/content/sample', folder, { recursive: true });
  git(folder, 'init', '-q');
  await commit(['version: "0.9"', 'tier: paid'], '<!-- more -->\n\nSOLD-ONCE sentence.');
  await commit(['version: "1.0"', 'draft: true'], 'DRAFT sentence.');
  await commit(['version: "1.0"', 'publish_at: 2030-01-01'], 'REPLACED-BEFORE-RELEASE sentence.');
  await commit(['version: "1.0"'], 'A key has twelve bytes, we wrote.');
  await commit(['version: "1.0"'], 'A key has twelve bytes, we said.');
  await commit(['version: "1.1"'], 'A key has ten bytes, we said.');
  index = await build({});
});

test('a number belongs to the first text under it, and another text of that number is named by its digest', () => {
  expect(namesOf(index)).toEqual(['0.9', '1.0', expect.stringMatching(/^sha256:[0-9a-f]{16}$/), '1.1']);
});

test('each text is stored as it was published, with a digest that can be computed again', async () => {
  const sentences = ['SOLD-ONCE sentence.', 'twelve bytes, we wrote.', 'twelve bytes, we said.', 'ten bytes, we said.'];
  for (const [at, { part, digest, tier }] of recordsOf(index).entries()) {
    const { markdown } = completeBody(await readText(part));
    expect([tier, markdown]).toEqual([at === 0 ? 'paid' : 'free', expect.stringContaining(sentences[at] ?? '')]);
    expect(digest).toBe(contentDigest(markdown));
  }
});

test('a draft, and a text that was replaced before its release, are not published texts', async () => {
  for (const { part } of recordsOf(index)) {
    expect(JSON.stringify(await readText(part))).not.toMatch(/DRAFT|REPLACED-BEFORE-RELEASE/);
  }
});

test('the public half of a paid text has none of its paid words', async () => {
  const [paid] = recordsOf(index);
  const { article } = await readText(paid?.part ?? '');
  expect(JSON.stringify(article)).not.toContain('SOLD-ONCE');
});

test('building again adds nothing and changes nothing', async () => {
  const before = await readdir(texts);
  expect(await build(index)).toEqual(index);
  expect(await readdir(texts)).toEqual(before);
});

test('a move to another host changes no text, no name and no digest', async () => {
  const before = await readdir(texts);
  const moved = 'https://research.example';
  expect(await build({}, moved)).toEqual(await build({}));
  expect(await build(index, moved)).toEqual(index);
  expect(await readdir(texts)).toEqual(before);
});

test('a text that was stored with absolute links is not a new version, and its former digest leads to it', async () => {
  const present = recordsOf(index).at(-1) ?? expect.fail();
  const text = await readText(present.part);
  const { article } = text;
  const base = 'http://old.example:4321';
  const citation = relocateCitation(article.citation, `${base}/articles/${slug}/versions/1.1`);
  const markdown = article.body.markdown.replaceAll('](/', `](${base}/`);
  expect(markdown).toContain(`![A grey box](${base}/figures/`);
  const bytes = JSON.stringify({ ...text, article: { ...article, citation, body: { ...article.body, markdown } } });
  const former = { digest: contentDigest(markdown), part: sha256(bytes) };
  await writeFile(join(texts, former.part), bytes);
  const records = [...recordsOf(index).slice(0, -1), { ...present, ...former }];
  const next = await build({ ...index, [slug]: { examinedAt: index[slug]?.examinedAt ?? 0, records } });
  expect(recordsOf(next)).toEqual([...records.slice(0, -1), { ...present, former: [former] }]);
  expect(await build(next)).toEqual(next);
});

test('without history the texts of the release before stay, and the present one is added', async () => {
  await rm(join(folder, '.git'), { recursive: true });
  await write(['version: "1.2"'], 'A key has nine bytes.');
  const next = await build(index);
  expect(namesOf(next)).toEqual([...namesOf(index), '1.2']);
});

test('a paid text without a number of its own is named by its date, since a digest would confirm a guess', () => {
  const record = { tier: 'paid', label: null, date: '2026-11-01', digest: 'sha256:aa' } as const;
  const first = nameText(record, []);
  const others = [{ ...record, name: first, releaseAt: null, part: '' }];
  expect([first, nameText({ ...record, digest: 'sha256:bb' }, others)]).toEqual(['2026-11-01', '2026-11-01.2']);
});
