import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DevProcess, listenForReloads, startDev, until } from './dev-process.ts';

const slug = 'what-i-found';
let dev: DevProcess;
let file: string;

beforeAll(async () => {
  dev = await startDev();
  file = join(dev.contentDir, 'articles', `${slug}.md`);
});
afterAll(() => dev?.stop());

async function read(path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(dev.address + path, init);
  return { status: response.status, text: await response.text() };
}

async function change(from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
}

function pageThatHas(words: string): Promise<string> {
  const find = async () => {
    const { text } = await read(`/articles/${slug}`);
    return text.includes(words) && text;
  };
  return until({ what: `the page has ${words}`, find });
}

test('a new article is on its page as a draft', async () => {
  const flags = ['--title', 'What I found', '--tier', 'paid', '--author', 'quire-editors'];
  const made = spawnSync('node', ['src/cli/new.ts', ...flags, '--content', dev.contentDir], { encoding: 'utf8' });
  expect(made.stdout).toContain(`${slug}.md, a draft.`);
  const page = await pageThatHas('A draft: only you see it.');
  expect(page).toContain('Begin with what you found.');
  expect((await read('/articles')).text).toContain(`/articles/${slug}`);
  expect((await read('/ask?query=begin+with+what+you+found')).text).toContain(`/articles/${slug}`);
});

test('a save reloads the open page, which then has the new words', async () => {
  const reloads = listenForReloads(dev.address);
  await reloads.next();
  const savedAt = performance.now();
  await change('Begin with what you found.', 'I found a needle.');
  for await (const _ of reloads) {
    if ((await read(`/articles/${slug}`)).text.includes('I found a needle.')) break;
  }
  console.info(`from save to reloaded page: ${Math.round(performance.now() - savedAt)} ms`);
});

test('a mistake is shown on every page with its place, over the last version without it', async () => {
  await change('I found a needle.', 'I found [a needle](nowhere.md).');
  const place = `content/articles/${slug}.md:12:9`;
  const page = await pageThatHas(place);
  expect(page).toContain('link-resolves');
  expect(page).toContain('I found a needle.');
  const home = await read('/');
  expect(home.status).toBe(200);
  expect(home.text).toContain(place);
  expect(dev.output()).toContain(`${place} link-resolves`);
});

test('the mistake put right, the page is the new one', async () => {
  await change('[a needle](nowhere.md)', '[a needle](/articles)');
  const page = await pageThatHas('<a href="/articles">a needle</a>');
  expect(page).not.toContain('data-dev="errors"');
});

test('what is sold is sold here too, and the demo key opens it', async () => {
  const sold = 'What stands below the line above is sold.';
  expect((await read(`/articles/${slug}`)).text).not.toContain(sold);
  expect((await read(`/api/v1/articles/${slug}`)).status).toBe(402);
  const unlocked = await fetch(`${dev.address}/unlock`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ slug }),
    redirect: 'manual',
  });
  expect(unlocked.headers.get('location')).toBe(`/read/${slug}`);
  const cookie = unlocked.headers.getSetCookie().map((line) => line.split(';')[0]);
  expect((await read(`/read/${slug}`, { headers: { cookie: cookie.join('; ') } })).text).toContain(sold);
});

test('nothing of the content, of the compiled library or of the state is handed out as a file', async () => {
  for (const path of ['/.dev-build/sold-library.json', `/@fs${dev.contentDir}/articles/${slug}.md`, '/data/secret']) {
    expect((await read(path)).status, path).not.toBe(200);
  }
});
