import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInit } from '../../src/cli/init/init.ts';
import { createFolder, initAnswers, type Published, publish } from '../support/publication.ts';

let folder: Awaited<ReturnType<typeof createFolder>>;
let published: Published;

const article = (front: string, text: string) => `---\n${front}\ntier: free\n---\n\n${text}\n`;

beforeAll(async () => {
  folder = await createFolder();
  const session = { root: folder.root, print: () => {}, ask: undefined, now: Date.now() };
  expect(await runInit({ given: initAnswers, keepsSamples: false, isYes: true }, session)).toBe(0);
  const articles = join(folder.root, 'content/articles');
  const [author] = await readAuthors(articles);
  const about = (title: string) =>
    `title: ${title}\ndescription: What keeps a house warm, and what that costs in a year.\nauthors: [${author}]`;
  await writeFile(
    join(articles, 'warm.md'),
    article(`${about('What keeps a house warm')}\ndate: 2026-01-01\nupdated: 2026-03-09`, 'A roof.'),
  );
  await writeFile(
    join(articles, 'dafi.md'),
    article(`${about('ما الذي يدفئ البيت')}\ndate: 2026-02-01\nlanguage: ar\ntranslation_of: warm`, 'السقف.'),
  );
  published = await publish(folder.root);
}, 180_000);

afterAll(async () => {
  await published?.stop();
  await folder.remove();
});

async function readAuthors(articles: string): Promise<string[]> {
  const { readFile } = await import('node:fs/promises');
  const [name = ''] = await readdir(articles);
  return /authors: \[([\w-]+)/.exec(await readFile(join(articles, name), 'utf8'))?.slice(1) ?? [];
}

it('shows a translation in its language and direction, and says that its original has changed since', async () => {
  const { document } = new JSDOM(await (await fetch(`${published.base}/articles/dafi`)).text()).window;
  for (const part of ['h1', '[data-prose]']) {
    const element = document.querySelector(part);
    expect([part, element?.getAttribute('lang'), element?.getAttribute('dir')]).toEqual([part, 'ar', 'rtl']);
  }
  expect(document.documentElement.lang).toBe('en');
  expect(document.body.textContent).toContain('The original was changed on');
  const original = new JSDOM(await (await fetch(`${published.base}/articles/warm`)).text()).window.document;
  expect(original.body.textContent).not.toContain('The original was changed on');
});

it('links an article in all its languages, on each page and in the API', async () => {
  for (const slug of ['warm', 'dafi']) {
    const page = await (await fetch(`${published.base}/articles/${slug}`)).text();
    const links = [...page.matchAll(/hreflang="(\w+)" href="([^"]+)"/g)].map(
      ([, language, href]) => `${language} ${href}`,
    );
    expect(links.toSorted()).toEqual([`ar ${published.base}/articles/dafi`, `en ${published.base}/articles/warm`]);
    const { languages, translation_of, language } = await (
      await fetch(`${published.base}/api/v1/articles/${slug}`)
    ).json();
    expect(languages.map((entry: { slug: string }) => entry.slug).toSorted()).toEqual(['dafi', 'warm']);
    expect([language, translation_of]).toEqual(slug === 'warm' ? ['en', undefined] : ['ar', 'warm']);
  }
});
