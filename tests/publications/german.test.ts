import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInit } from '../../src/cli/init/init.ts';
import { en } from '../../src/words/en.ts';
import { createFolder, type Published, publish } from '../support/publication.ts';
import { crawl, type Heard } from './crawl.ts';

/** Pages about the software are in English until their owner writes them in another language. */
const aboutSoftware = /^\/(?:developers|agent\/auth|pricing|why|contact|about|privacy|terms)(?:[/#?]|$)/;

/** What the English interface says in two words or more: a shorter one may be a word of the articles. */
const english = Object.values(en)
  .filter((value) => typeof value === 'string')
  .filter((words) => words.split(' ').length > 1 && !/feed$/i.test(words));

describe('a publication in German', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let published: Published;
  let pages: Heard[];
  const read = (path: string) => pages.find((page) => page.path === path)?.body ?? '';

  beforeAll(async () => {
    folder = await createFolder();
    const given = { name: 'Beispielblatt', email: 'a@b.example', language: 'de' };
    const now = Date.UTC(2026, 2, 9);
    const session = { root: folder.root, print: () => {}, ask: undefined, now };
    expect(await runInit({ given, keepsSamples: false, isYes: true }, session)).toBe(0);
    published = await publish(folder.root);
    const heard = await crawl(published.base);
    pages = heard.filter(({ type, path }) => type.startsWith('text/html') && !aboutSoftware.test(path));
  }, 180_000);

  afterAll(async () => {
    await published?.stop();
    await folder.remove();
  });

  it('says no word of the English interface on any page for readers', () => {
    expect(english.length).toBeGreaterThan(30);
    expect(pages.length).toBeGreaterThan(8);
    const said = pages.flatMap(({ path, body }) =>
      english
        .filter((words) => body.includes(`>${words}<`) || body.includes(`"${words}"`))
        .map((words) => `${path}: ${words}`),
    );
    expect(said).toEqual([]);
  });

  it('writes dates, numbers and its language as Germans do', () => {
    const article = read('/articles/how-an-article-is-written');
    expect(article).toContain('<html lang="de">');
    expect(article).toContain('>9. März 2026<');
    expect(article).toContain('Diesen Artikel zitieren');
    expect(read('/articles/how-a-paid-article-works')).toContain('0,05');
  });

  it('asks in German before a program may read', async () => {
    const redirect = 'http://127.0.0.1:7777/back';
    const registered = await fetch(`${published.base}/agent/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Leser', redirect_uris: [redirect], token_endpoint_auth_method: 'none' }),
    });
    const { client_id } = await registered.json();
    const question = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: redirect,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'articles:read',
    });
    const page = await (await fetch(`${published.base}/agent/auth/authorize?${question}`)).text();
    expect(page).toContain('Darf Leser Beispielblatt lesen?');
    expect(page).toContain('>Erlauben<');
  });

  it('suggests in German while somebody types', async () => {
    const shown = await (await fetch(`${published.base}/search/instant?q=article`)).text();
    expect(shown).toMatch(/data-status>\d+ Vorschl(?:ag|äge), \d+ Treffer\./);
  });

  it('says it to the script too', async () => {
    const script = /src="(\/_astro\/[^"]+\.js)"/.exec(read('/'))?.[1] ?? '';
    expect(await (await fetch(published.base + script)).text()).toContain('Alle Treffer');
  });
});
