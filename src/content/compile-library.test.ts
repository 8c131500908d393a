import { appendFile, cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileLibrary } from '../../tests/support/compile.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { git } from '../../tests/support/git.ts';
import { compareArticles } from './compile-library.ts';

const contentDir = fileURLToPath(new URL('../../tests/fixtures/content/sample/content', import.meta.url));
const options = {
  contentDir,
  baseUrl: 'http://localhost:4321',
  now: Date.UTC(2026, 10, 20),
  generated: { errors: '## not_found\n\nGone.' },
  publication: { name: 'Quire' },
};

async function compileSample() {
  const { library, figures } = await compileLibrary(options);
  if (!library) throw new Error('The sample has errors');
  return { ...library, figures };
}

test('the sample compiles, newest article first, without its draft', async () => {
  const library = await compileSample();
  expect(library.public.articles.map(({ slug }) => slug)).toEqual(['later', 'paid-piece', 'full-feature']);
  expect(JSON.stringify(library)).not.toContain('DRAFT-CANARY');
});

test('no word of a paid part is in the public library', async () => {
  const library = await compileSample();
  expect(JSON.stringify(library.public)).not.toMatch(/CANARY/);
  const paid = JSON.stringify(library.sold);
  for (const part of ['BODY', 'CODE', 'BLOCK', 'ALT', 'CAPTION', 'CELL', 'NOTE', 'EARLY', 'DEF']) {
    expect(paid).toContain(`CANARY-${part}`);
  }
});

test('a renamed article has the text that was bought, whose pictures have other paths', async () => {
  const folder = join(folderOfTest(), 'content');
  await cp(contentDir, folder, { recursive: true });
  const at = join(folder, 'articles');
  const readPaid = async () => (await compileLibrary({ ...options, contentDir: folder })).library?.sold.articles[0];
  const before = await readPaid();
  await rename(join(at, 'paid-piece'), join(at, 'a-paid-piece'));
  await rename(join(at, 'paid-piece.md'), join(at, 'a-paid-piece.md'));
  for (const [file, link] of [
    ['a-paid-piece.md', 'paid-piece/'],
    ['full-feature.md', 'paid-piece.md'],
  ] as const) {
    const text = await readFile(join(at, file), 'utf8');
    await writeFile(join(at, file), text.replaceAll(`(${link}`, `(a-${link}`));
  }
  const after = await readPaid();
  expect(after?.contentDigest).not.toBe(before?.contentDigest);
  expect(after).toMatchObject({ slug: 'a-paid-piece', textDigest: before?.textDigest });
  await appendFile(join(at, 'a-paid-piece.md'), 'One more sentence.');
  expect((await readPaid())?.textDigest).not.toBe(before?.textDigest);
});

test('citations name the first day on which the permanent URL had the text, whatever the day of the build', async () => {
  const folder = join(folderOfTest(), 'content');
  await cp(contentDir, folder, { recursive: true });
  const readDays = async () => {
    const { library } = await compileLibrary({ ...options, contentDir: folder });
    return library?.public.articles.map(({ slug, citation }) => [slug, citation.csl.accessed]);
  };
  const day = (...parts: number[]) => ({ 'date-parts': [parts] });
  expect(await readDays()).toEqual([
    ['later', day(2031, 1, 1)],
    ['paid-piece', day(2026, 10, 2)],
    ['full-feature', day(2026, 10, 5)],
  ]);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A', '.');
  git(folder, 'commit', '-q', '-m', 'imported', '--date', '2026-10-04T12:00:00Z');
  expect(await readDays()).toEqual([
    ['later', day(2031, 1, 1)],
    ['paid-piece', day(2026, 10, 4)],
    ['full-feature', day(2026, 10, 5)],
  ]);
});

test('the questions of a paid article and the words of the glossary, each with an anchor, are public', async () => {
  const library = await compileSample();
  expect(library.public.articles.map(({ questions }) => questions)).toEqual([
    [],
    [
      { text: 'What does the paid part answer?', sectionId: null },
      { text: 'What is under the heading that is sold?', sectionId: 'the-paid-heading' },
    ],
    [],
  ]);
  expect(library.public.glossary).toEqual([
    {
      term: 'Rate limit',
      aliases: ['throttling'],
      definition: 'How many calls one caller may make.',
      id: 'term-rate-limit',
    },
  ]);
  const html = library.public.pages.find(({ name }) => name === 'glossary')?.body.html;
  expect(html).toContain('<p id="term-rate-limit"><strong>Rate limit');
});

test('a figure that only a paid part shows is paid', async () => {
  const { figures } = await compileSample();
  expect(figures.map(({ url, access }) => `${access} ${url}`)).toEqual([
    'public /artifacts/full-feature/count.mjs',
    'public /figures/_shared/shared.svg',
    'public /figures/full-feature/chart.png',
    'public /figures/paid-piece/open.png',
    'paid /figures/paid-piece/secret.png',
  ]);
});

test('a table among the artifacts is CSV, and a script is text that nothing runs', async () => {
  const copy = join(folderOfTest(), 'content');
  await cp(contentDir, copy, { recursive: true });
  const article = join(copy, 'articles/full-feature.md');
  const table = 'tests/load/article-figures/how-a-crawler-list-ages/spans.csv';
  const named = `artifacts:\n  - file: ${table}\n    title: A table.\n`;
  await writeFile(article, (await readFile(article, 'utf8')).replace('artifacts:\n', named));
  const { figures } = await compileLibrary({ ...options, contentDir: copy });
  const types = figures.filter(({ url }) => url.startsWith('/artifacts/')).map(({ mimeType }) => mimeType);
  expect(types).toEqual(['text/plain; charset=utf-8', 'text/csv; charset=utf-8']);
});

test('a withdrawn article stands after all others, however new it is', () => {
  const listed = [
    { slug: 'withdrawn', date: '2026-11-20', retracted: { date: '2026-11-21', reason: 'Wrong.' } },
    { slug: 'old', date: '2026-01-01', retracted: null },
    { slug: 'new', date: '2026-11-19', retracted: null },
  ];
  expect(listed.toSorted(compareArticles).map(({ slug }) => slug)).toEqual(['new', 'old', 'withdrawn']);
});

test('sections are numbered as the settings say, unless the article says otherwise', async () => {
  const copy = join(folderOfTest(), 'content');
  await cp(contentDir, copy, { recursive: true });
  const later = join(copy, 'articles/later.md');
  await writeFile(later, (await readFile(later, 'utf8')).replace(/^tier:/m, 'numbered: false\ntier:'));
  await appendFile(later, '\n## Last words\n\nThey end it.\n');
  const readNumbers = async (numbered: boolean) => {
    const settings = { ...options, contentDir: copy, publication: { ...options.publication, numbered } };
    const { library } = await compileLibrary(settings);
    const articles = library?.public.articles ?? [];
    return Object.fromEntries(
      articles.map((article) => [article.slug, JSON.stringify(article).includes('section-number')]),
    );
  };
  expect(await readNumbers(false)).toEqual({ later: false, 'paid-piece': false, 'full-feature': false });
  expect(await readNumbers(true)).toEqual({ later: false, 'paid-piece': true, 'full-feature': true });
});
