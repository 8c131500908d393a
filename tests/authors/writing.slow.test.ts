import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressUnlock } from '../support/unlock.ts';
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
  const flags = ['--title', 'What I found', '--tier', 'paid', '--author', 'review-editors'];
  const made = spawnSync('node', ['src/cli/new.ts', ...flags, '--content', dev.contentDir], { encoding: 'utf8' });
  expect(made.stdout).toContain(`${slug}.md, a draft.`);
  const page = await pageThatHas('A draft: only you see it.');
  expect(page).toContain('Begin with what you found.');
  expect((await read('/articles')).text).toContain(`/articles/${slug}`);
  expect((await read('/ask?query=begin+with+what+you+found')).text).toContain(`/articles/${slug}`);
});

test('the state of the service that readers use stays as it is', async () => {
  expect((await read('/api/v1/changes?limit=1000')).text).toContain(slug);
  expect(existsSync(dev.liveData)).toBe(false);
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

test('a saved article is shown before everything else is compiled', async () => {
  const compiled = () => dev.output().split('content compiled').length;
  await until({ what: 'nothing is compiled', find: async () => /content compiled in \d+ ms\n$/.test(dev.output()) });
  const before = compiled();
  await change('I found a needle.', 'I found a needle in the hay.');
  await pageThatHas('I found a needle in the hay.');
  expect(compiled()).toBe(before);
  await until({ what: 'everything is compiled', find: async () => compiled() > before });
  await change('I found a needle in the hay.', 'I found a needle.');
  await pageThatHas('I found a needle.');
});

test('a mistake is marked where it is on the new page, and said on every other', async () => {
  await change('I found a needle.', 'I found [a needle](nowhere.md).');
  const place = `content/articles/${slug}.md:12:9`;
  const page = await pageThatHas(place);
  expect(page).toMatch(
    /I found <span data-dev="mistake"[^>]*>12:9 There is no article nowhere; name a file that is there<\/span>/,
  );
  expect(page).not.toContain('<!--at ');
  const home = await read('/');
  expect(home.status).toBe(200);
  expect(home.text).toContain(place);
  expect(home.text).not.toContain('data-dev="mistake"');
  expect(dev.output()).toContain(`${place} link-resolves`);
});

test('a half-written draft is shown although its front matter is broken', async () => {
  await change('title: ', 'title: Half: ');
  await change('tier: paid', 'tier: [pa');
  const page = await pageThatHas('The [ that opens here is not closed; add ]');
  expect(page).toContain('Half: ');
  expect(page).toContain('data-dev="mistake"');
  expect(page).toContain('I found');
  await change('title: Half: ', 'title: ');
  await change('tier: [pa', 'tier: paid');
});

test('the mistake put right, the page is the new one', async () => {
  await change('[a needle](nowhere.md)', '[a needle](/articles)');
  const page = await pageThatHas('<a href="/articles">a needle</a>');
  expect(page).not.toContain('data-dev="errors"');
});

test('what is sold is sold here too, and the demo key opens it', async () => {
  const sold = 'The text below the line above is paid.';
  expect((await read(`/articles/${slug}`)).text).not.toContain(sold);
  expect((await read(`/api/v1/articles/${slug}`)).status).toBe(402);
  const unlocked = await pressUnlock(dev.address, slug);
  expect(unlocked.headers.get('location')).toBe(`/articles/${slug}#preview-end`);
  const cookie = unlocked.headers.getSetCookie().map((line) => line.split(';')[0]);
  expect((await read(`/articles/${slug}`, { headers: { cookie: cookie.join('; ') } })).text).toContain(sold);
});

test('a figure that comes later is shown when it is there', async () => {
  await change('a needle', '\n\n![A square](what-i-found/square.svg)\n\na needle');
  await pageThatHas('There is no picture what-i-found/square.svg');
  await mkdir(join(dev.contentDir, 'articles', slug));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
  await writeFile(join(dev.contentDir, 'articles', slug, 'square.svg'), svg);
  expect(await pageThatHas(`src="/figures/${slug}/square.svg"`)).not.toContain('data-dev="mistake"');
  expect((await read(`/figures/${slug}/square.svg`)).text).toContain('<path');
});

test('what another program writes and renames is read, and the old address goes on reloading', async () => {
  const moved = join(dev.contentDir, 'articles', 'what-i-kept.md');
  const beside = `${file}.tmp~`;
  await writeFile(beside, (await readFile(file, 'utf8')).replace('a needle', 'a thimble'));
  await rename(beside, file);
  await pageThatHas('a thimble');
  await rename(file, moved);
  const gone = async () => {
    const { status, text } = await read(`/articles/${slug}`);
    return status === 404 && text;
  };
  expect(await until({ what: 'the old address is gone', find: gone })).toContain('/@vite/client');
  expect((await read('/articles/what-i-kept')).text).toContain('a thimble');
  expect((await read('/')).text).toContain('There is no articles/what-i-found.md that this folder could belong to');
});

test('the old address of an article that kept it as its id leads to the new one', async () => {
  const kept = join(dev.contentDir, 'articles', 'what-i-kept.md');
  await writeFile(kept, (await readFile(kept, 'utf8')).replace('---\n', `---\nid: ${slug}\n`));
  const redirected = async (path: string) => {
    const { status, headers } = await fetch(dev.address + path, { redirect: 'manual' });
    return status === 308 && headers.get('location');
  };
  const ofPage = () => redirected(`/articles/${slug}?from=feed`);
  expect(await until({ what: 'the old address leads on', find: ofPage })).toBe('/articles/what-i-kept?from=feed');
  expect(await redirected(`/articles/${slug}.md`)).toBe('/articles/what-i-kept.md');
});

test('many saves in a row are compiled together', async () => {
  const kept = join(dev.contentDir, 'articles', 'what-i-kept.md');
  const text = await readFile(kept, 'utf8');
  for (let count = 1; count <= 30; count += 1) {
    await writeFile(kept, text.replace('a thimble', `${count} thimbles`));
    await setTimeout(60);
  }
  const before = dev.output().length;
  const hasLast = async () => (await read('/articles/what-i-kept')).text.includes('30 thimbles');
  await until({ what: 'the page has the last save', find: hasLast });
  const printed = dev.output().slice(before);
  expect(printed.match(/content compiled|the content has errors/g)?.length ?? 0).toBeLessThanOrEqual(3);
});

test('nothing of the content, of the compiled library or of the state is handed out as a file', async () => {
  for (const path of [
    '/.dev-build/paid-library.json',
    `/@fs${dev.contentDir}/articles/${slug}.md`,
    '/.dev-build/data/key-secret',
  ]) {
    expect((await read(path)).status, path).not.toBe(200);
  }
});

test('no stored part of a build is handed out as a file, because some are paid text', async () => {
  const [part = ''] = await readdir('node_modules/.cache/quire');
  for (const path of [`/node_modules/.cache/quire/${part}`, `/@fs${resolve('node_modules/.cache/quire', part)}?raw`]) {
    expect((await read(path)).status, path).toBe(403);
  }
  expect((await read(`/@fs${resolve('.env')}?raw`)).status).not.toBe(200);
});
