import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../tests/support/folders.ts';
import { parts } from '../library/release-parts.ts';
import { openRelease } from '../release/open-release.ts';
import { buildContent } from './content-build.ts';

const folder = folderOfFile();
const contentDir = join(folder, 'content');
await cp(fileURLToPath(new URL('../../tests/fixtures/content/sample/content', import.meta.url)), contentDir, {
  recursive: true,
});
const pdfFolder = join(folder, 'pdf');
await mkdir(pdfFolder);
const free = 'full-feature';
const paid = 'paid-piece';

async function build() {
  const target = join(folder, 'build');
  const config = { BASE_URL: 'http://localhost:4321', KEY_PREFIX: 'quire', SEARCH_ENGINE: 'flexsearch' } as const;
  await buildContent(target, {
    contentDir,
    config,
    now: Date.UTC(2026, 10, 20),
    showsUnpublished: false,
    pdfFolder,
  });
  const names: Record<string, string> = JSON.parse(await readFile(join(target, parts.prints), 'utf8'));
  const { open, figures } = await openRelease(target, { hasPrebuilt: false });
  const pdfs = figures.filter(({ url }) => url.endsWith('.pdf'));
  return { target, names, articles: new Map(open.articles.map((article) => [article.slug, article])), pdfs };
}

test('a PDF is offered only if it matches the current text and pictures, and a public page never mentions a paid one', async () => {
  const first = await build();
  expect(first.pdfs).toEqual([]);
  for (const slug of [free, paid]) await writeFile(join(pdfFolder, first.names[slug] ?? ''), `%PDF of ${slug}`);

  const { target, articles, pdfs } = await build();
  expect(pdfs.map(({ url, access }) => [url, access])).toEqual([
    [`/articles/${free}.pdf`, 'public'],
    [`/articles/${paid}.pdf`, 'paid'],
  ]);
  expect([articles.get(free)?.pdf, articles.get(paid)?.pdf]).toEqual([{ bytes: 20 }, null]);
  expect(await readFile(join(target, `figures/paid/articles/${paid}.pdf`), 'utf8')).toBe(`%PDF of ${paid}`);

  const file = join(contentDir, 'articles', `${paid}.md`);
  await writeFile(file, `${await readFile(file, 'utf8')}\nOne sentence more.\n`);
  const picture = join(contentDir, 'articles', free, 'chart.png');
  const drawing = await readFile(picture);
  await writeFile(picture, Buffer.concat([drawing, Buffer.of(0)]));
  expect((await build()).pdfs).toEqual([]);
});

test("an author's own PDF is offered as it is, to those who may read the article, and none is printed", async () => {
  const own = `%PDF-1.7 as typeset by its author`;
  for (const slug of [free, paid]) {
    const file = join(contentDir, 'articles', `${slug}.md`);
    await writeFile(join(contentDir, 'articles', `${slug}.pdf`), own);
    await writeFile(file, (await readFile(file, 'utf8')).replace('\nauthors:', `\npdf: ${slug}.pdf\nauthors:`));
  }
  const { names, articles, pdfs } = await build();
  expect([names[free], names[paid]]).toEqual([undefined, undefined]);
  expect(articles.get(free)?.pdf).toEqual({ bytes: own.length });
  expect(articles.get(paid)?.pdf).toBeNull();
  expect(pdfs.map(({ slugs, access }) => [slugs, access])).toEqual([
    [[free], 'public'],
    [[paid], 'paid'],
  ]);
});
