import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileLibrary } from '../../tests/support/compile.ts';
import { folderOfFile } from '../../tests/support/folders.ts';
import { publication } from '../library/current-publication.ts';
import type { WithSections } from '../library/library.ts';
import { createMemo, type Memo, openPartCache } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { openRelease } from '../release/open-release.ts';
import { buildContent, pageParts } from './content-build.ts';
import { recordExamples } from './record-examples.ts';

const folder = folderOfFile();
const contentDir = join(folder, 'content');
await cp(fileURLToPath(new URL('../../tests/fixtures/content/sample/content', import.meta.url)), contentDir, {
  recursive: true,
});
await rm(join(contentDir, 'articles/draft-one.md')); // full of mistakes, which count once drafts are shown
const releaseAt = Date.UTC(2027, 0, 1, 9);
await addArticle('my-draft', 'draft: true');
await addArticle('next-year', 'publish_at: 2027-01-01T09:00:00Z');
await addArticle('after-new-year', 'publish_at: 2027-01-02', { date: '2027-01-02' });

function describeArticle(title: string, { line = '', text = 'Text.', date = '2026-11-20' } = {}): string {
  const front = `title: ${title}\ndescription: It says nothing, and it says so in more than forty characters.\ntier: free\ndate: ${date}\nauthors: [desk]\n${line}`;
  return `---\n${front}\n---\n\n${text}\n`;
}

function addArticle(slug: string, line: string, about: { text?: string; date?: string } = {}): Promise<void> {
  const text = describeArticle('An article that waits', { line, ...about });
  return writeFile(join(contentDir, 'articles', `${slug}.md`), text);
}

const target = join(folder, 'build');
// The pages of the software are the same in each build of this file.
const memo = createMemo(openPartCache(join(folder, 'parts')), 'these tests');
const config = { BASE_URL: 'http://localhost:4321', KEY_PREFIX: 'quire', SEARCH_ENGINE: 'flexsearch' } as const;

async function build(showsUnpublished: boolean) {
  const { unpublished } = await buildContent(target, {
    contentDir,
    config,
    now: Date.UTC(2026, 10, 20),
    showsUnpublished,
    memo,
  });
  const { open, paid, figures } = await openRelease(target, { hasPrebuilt: false });
  return { unpublished, open, paid, figures };
}

test('readers get no draft, and a scheduled article only from its moment on', async () => {
  const { open, unpublished } = await build(false);
  const releases = new Map(open.articles.map((article) => [article.slug, article.releaseAt]));
  expect(releases.has('my-draft')).toBe(false);
  expect(releases.get('next-year')).toBe(releaseAt);
  expect(unpublished.size).toBe(0);
});

test('no example of the API shows a scheduled article, whatever date it bears', async () => {
  await build(false);
  expect(JSON.stringify(await recordExamples(target, config))).not.toMatch(/after-new-year|next-year/);
});

test('the compilation of a preview stops at its signal, between two articles that are known', async () => {
  const many = join(folder, 'many');
  await cp(contentDir, many, { recursive: true });
  const names = Array.from({ length: 300 }, (_, number) => join(many, `articles/article-${number}.md`));
  for (const [number, name] of names.entries()) await writeFile(name, describeArticle(`Number ${number}`));
  const controller = new AbortController();
  let known = 0;
  const watched: Memo = {
    ...memo,
    frame(...args) {
      known += 1;
      setImmediate(() => controller.abort());
      return memo.frame(...args);
    },
  };
  const options = { contentDir: many, config, now: Date.UTC(2026, 10, 20), showsUnpublished: true };
  const build = (more: { memo: Memo; signal?: AbortSignal }) =>
    buildContent(join(folder, 'of many'), { ...options, ...more });
  await build({ memo });
  await expect(build({ memo: watched, signal: controller.signal })).rejects.toThrow('aborted');
  expect(known).toBeGreaterThan(0);
  expect(known).toBeLessThan(300);
}, 60_000);

test('an author gets both errors at once, each named', async () => {
  const { open, unpublished, figures } = await build(true);
  expect(open.articles.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['my-draft', 'next-year']));
  expect(open.articles.every((article) => article.releaseAt === null)).toBe(true);
  expect(figures.length).toBeGreaterThan(0);
  expect(figures.every((figure) => figure.releaseAt === null)).toBe(true);
  expect(unpublished.get('my-draft')).toBeNull();
  expect(unpublished.get('next-year')).toBe(releaseAt);
});

test('what is read back is what was compiled', async () => {
  const { library } = await compileLibrary({
    contentDir,
    baseUrl: config.BASE_URL,
    now: Date.UTC(2026, 10, 20),
    publication,
    rules: publication.rules,
    ...pageParts(config),
  });
  const { open, paid } = await build(false);
  const withoutSections = <Entry extends object>(entries: readonly WithSections<Entry>[] = []) =>
    entries.map(({ sections: _, references: __, ...entry }) => entry);
  const pages = library?.public.pages.map(({ questions: _, ...page }) => page);
  expect(plain(open.articles)).toEqual(withoutSections(library?.public.articles));
  expect(plain(open.pages)).toEqual(withoutSections(pages));
  const paidArticles = paid.articles.map(({ slug, body, contentDigest, textDigest }) => ({
    slug,
    body,
    contentDigest,
    textDigest,
  }));
  expect(plain(paidArticles)).toEqual(withoutSections(library?.sold.articles));
  expect(open.tiers).toEqual(library?.public.tiers);
});

test('any change of a text changes the hash, and no hash is of another content', async () => {
  const { open } = await build(false);
  expect((await build(false)).open.contentHash).toBe(open.contentHash);
  await addArticle('next-year', 'publish_at: 2027-01-01T09:00:00Z', { text: 'Another text.' });
  const changed = (await build(false)).open.contentHash;
  await addArticle('next-year', 'publish_at: 2027-01-01T09:00:00Z');
  expect(changed).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(changed).not.toBe(open.contentHash);
});

test('a build is written whole beside the one before and then takes its place', async () => {
  await build(false);
  await writeFile(join(target, 'left-over.json'), '');
  await build(false);
  expect(await readdir(folder)).not.toContain('build.next');
  const { site, responses, manifest, ...compiled } = parts;
  expect((await readdir(target)).toSorted()).toEqual([...Object.values(compiled), 'figures'].toSorted());
});

test('a library whose texts are not all there is refused', async () => {
  await build(false);
  await writeFile(join(target, parts.bodies), 'cut short');
  await expect(openRelease(target, { hasPrebuilt: false })).rejects.toThrow('not whole: run "npm run build"');
});

/** Copies the values without their getters. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
