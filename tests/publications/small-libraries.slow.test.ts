import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toKeyPrefix } from '../../src/library/key-prefix.ts';
import { escapeHtml } from '../../src/library/markup.ts';
import { readPageExamples } from '../specification/example-document.ts';
import { runExamples } from '../specification/example-shell.ts';
import { freePort } from '../support/free-port.ts';
import { createFolder, initAnswers, initPublication, type Published, publish } from '../support/publication.ts';
import { crawl, type Heard } from './crawl.ts';
import { postAll } from './posts.ts';

const free = 'how-an-article-is-written';
const paid = 'how-a-paid-article-works';
/** With every sign that markdown, YAML, XML, a header or a script could take for its own. */
const oddName = `Ö & Söhne: "Heft" <1> #2, it's *the* {slug}`;

/** What each publication does to the two articles it begins with. */
const libraries: [string, (articles: string) => Promise<void>, string[], { name?: string; language?: string }?][] = [
  ['as init leaves it', async () => {}, [free, paid]],
  ['without an article', (articles) => rm(articles, { recursive: true }), []],
  ['with one free article and an odd name', (articles) => rm(join(articles, `${paid}.md`)), [free], { name: oddName }],
  ['in Arabic with one paid article', (articles) => rm(join(articles, `${free}.md`)), [paid], { language: 'ar' }],
  ['with articles of the year 2099', schedule, []],
];

async function schedule(articles: string): Promise<void> {
  for (const name of await readdir(articles)) {
    const text = await readFile(join(articles, name), 'utf8');
    await writeFile(join(articles, name), text.replace(/^tags:/m, 'publish_at: "2099-01-01T00:00:00Z"\ntags:'));
  }
}

// One after the other at one place and address: the bundle of their pages is then the same, and made once.
const port = String(await freePort());
const folder = await createFolder();

afterAll(() => folder.remove());

describe.each(libraries)('a publication %s', (_, arrange, slugs, settings = {}) => {
  const { name, language = 'en' } = { ...initAnswers, ...settings };
  let published: Published;
  let heard: Heard[];
  let posted: Heard[];

  beforeAll(async () => {
    await initPublication(folder.root, { given: { ...initAnswers, ...settings } });
    await arrange(join(folder.root, 'content/articles'));
    published = await publish(folder.root, { PORT: port });
    heard = await crawl(published.base);
    posted = await postAll(published.base, slugs.includes(paid) ? paid : undefined);
  });

  afterAll(async () => {
    await published?.stop();
    await folder.empty();
  });

  it('passes the check of its content', async () => {
    const env = { ...process.env, PUBLICATION_DIR: folder.root };
    const { stdout } = await promisify(execFile)('node', ['src/cli/check-content.ts'], { env });
    expect(stdout).toBe('0 errors, 0 warnings\n');
  });

  it('answers every address it names', () => {
    expect(heard.length).toBeGreaterThan(40);
    const expected = (path: string) => (path.includes('nothing-here') ? [404] : [200, 402]);
    const broken = heard.filter(({ path, status }) => !expected(path).includes(status));
    expect(broken.map(({ path, status, from }) => `${status} ${path}, named by ${from}`)).toEqual([]);
  });

  it('answers programs that subscribe, connect, register and buy', () => {
    expect(posted.filter(({ status }) => status >= 500).map(({ path, body }) => `${path}: ${body}`)).toEqual([]);
    expect(posted.filter(({ status }) => status < 300).length).toBeGreaterThan(18);
  });

  it('never says what the software is called', () => {
    const isSaid = /quire(?!d|s\b|ment)/i;
    const told = [...heard, ...posted].flatMap(({ path, headers, body }) =>
      [headers, ...body.split('\n')]
        .filter((line) => isSaid.test(line.replaceAll(/(?:re|ac|in)quire/gi, '')))
        .map((line) => `${path}: ${line.slice(0, 160)}`),
    );
    expect(told).toEqual([]);
  });

  it('says its own name, and hands out keys that begin with it', () => {
    const home = heard.find(({ path }) => path === '/')?.body ?? '';
    expect(home).toContain(`<span>${escapeHtml(name)}</span></a>`);
    const keys = posted.flatMap(({ body }) =>
      [...body.matchAll(/"(\w+)_demo_[0-9a-f]{64}"/g)].map(([, prefix]) => prefix),
    );
    expect([...new Set(keys)]).toEqual([toKeyPrefix(name)]);
  });

  it('is read in the direction of its language', () => {
    const pages = heard.filter(
      ({ type, body }) => type.startsWith('text/html') && body.includes(`<html lang="${language}"`),
    );
    const direction = language === 'ar' ? ' dir="rtl"' : '';
    const wrong = pages.filter(({ body }) => !body.includes(`<html lang="${language}"${direction}>`));
    expect(pages.length).toBeGreaterThan(5);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('shows no list that is empty', () => {
    const pages = heard.filter(({ type }) => type.startsWith('text/html'));
    const empty = pages.filter(({ body }) => /<([ou]l)[^>]*>\s*<\/\1>/.test(body));
    expect(empty.map(({ path }) => path)).toEqual([]);
  });

  it('says nothing unfinished', () => {
    const unfinished =
      /\bundefined\b|\bNaN\b|\[object Object\]|Invalid Date|\{(?:base_url|auth_url|site_name|(?:free|paid|article)_[a-z]+)\}|\b1 articles\b/;
    const prose = heard.filter(({ type }) => !type.includes('javascript'));
    const found = prose.flatMap(({ path, body }) =>
      body
        .split('\n')
        .filter((line) => unfinished.test(line))
        .map((line) => `${path}: ${line.slice(0, 200)}`),
    );
    expect(found).toEqual([]);
  });

  it('names no article that is not there', () => {
    const made = /^(?:no-such.*|slug|index)$/;
    const named = heard.flatMap(({ path, body }) =>
      [...body.matchAll(/\/articles\/([a-z0-9][a-z0-9-]+)/g)]
        .map(([, slug = '']) => slug)
        .filter((slug) => !slugs.includes(slug) && !made.test(slug))
        .map((slug) => `${path}: ${slug}`),
    );
    expect([...new Set(named)]).toEqual([]);
  });

  it('costs the same in every place', () => {
    const prices = [...heard, ...posted].flatMap(({ path, headers, body }) =>
      [...(headers + body).matchAll(/(?:\$|"(?:price|amount)":\s*"?)(0\.\d+)/g)].map(
        ([, price]) => `${path}: ${price}`,
      ),
    );
    expect(prices.filter((line) => !line.endsWith(': 0.08'))).toEqual([]);
    expect(prices.length).toBeGreaterThan(1);
  });

  it('documents itself by examples that run', async () => {
    for (const path of ['/developers.md', '/auth.md']) {
      const page = heard.find((answer) => answer.path === path);
      const { faults } = await runExamples(readPageExamples(path, page?.body ?? ''));
      expect(faults).toEqual([]);
    }
  });

  it.runIf(slugs.length > 0)('finds each article by its title', async () => {
    for (const slug of slugs) {
      const answer = await fetch(`${published.base}/ask?query=${encodeURIComponent(slug.replaceAll('-', ' '))}`);
      expect(await answer.text()).toContain(`${published.base}/articles/${slug}`);
    }
  });

  it.runIf(slugs.length === 0)('says where there is nothing yet', () => {
    const page = (path: string) => heard.find((answer) => answer.path === path)?.body ?? '';
    for (const path of ['/', '/articles', '/tags']) expect(page(path), path).toContain('No article is out yet');
  });
});
