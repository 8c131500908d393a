import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { compileContent, writeBuild } from './content-build.ts';

const folder = await mkdtemp(join(tmpdir(), 'quire-build-'));
afterAll(() => rm(folder, { recursive: true }));
const contentDir = join(folder, 'content');
await cp(fileURLToPath(new URL('../../tests/fixtures/content/sample/content', import.meta.url)), contentDir, {
  recursive: true,
});
await rm(join(contentDir, 'articles/draft-one.md')); // full of mistakes, which count once drafts are shown
const releaseAt = Date.UTC(2027, 0, 1, 9);
await addArticle('my-draft', 'draft: true');
await addArticle('next-year', 'publish_at: 2027-01-01T09:00:00Z');

function addArticle(slug: string, line: string): Promise<void> {
  const front = `title: An article that waits\ndescription: It says nothing, and it says so in more than forty characters.\ntier: free\ndate: 2026-11-20\nauthors: [desk]\n${line}`;
  return writeFile(join(contentDir, 'articles', `${slug}.md`), `---\n${front}\n---\n\nText.\n`);
}

function compile(showsUnpublished: boolean) {
  const config = { BASE_URL: 'http://localhost:4321', KEY_PREFIX: 'quire' };
  return compileContent({ contentDir, config, now: Date.UTC(2026, 10, 20), showsUnpublished });
}

test('readers get no draft, and a scheduled article only from its moment on', async () => {
  const { library, unpublished } = await compile(false);
  const releases = new Map(library?.public.articles.map((article) => [article.slug, article.releaseAt]));
  expect(releases.has('my-draft')).toBe(false);
  expect(releases.get('next-year')).toBe(releaseAt);
  expect(unpublished.size).toBe(0);
});

test('an author gets both at once, and is told which they are', async () => {
  const { library, figures, unpublished } = await compile(true);
  const slugs = library?.public.articles.filter((article) => article.releaseAt === null).map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(['my-draft', 'next-year']));
  expect(library?.public.articles.every((article) => article.releaseAt === null)).toBe(true);
  expect(figures.every((figure) => figure.releaseAt === null)).toBe(true);
  expect(unpublished.get('my-draft')).toBeNull();
  expect(unpublished.get('next-year')).toBe(releaseAt);
});

test('a build is written whole beside the one before and then takes its place', async () => {
  const { library, figures } = await compile(false);
  if (!library) throw new Error('The sample has errors.');
  const target = join(folder, 'build');
  await writeBuild(target, { library, figures });
  await writeFile(join(target, 'left-over.json'), '');
  await writeBuild(target, { library, figures });
  expect(await readdir(folder)).not.toContain('build.next');
  expect(await readdir(target)).not.toContain('left-over.json');
  expect(await readdir(target)).toEqual(expect.arrayContaining(['library.json', 'sold-library.json', 'figures.json']));
});
