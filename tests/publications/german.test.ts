import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/words/en.ts';
import { createFolder, initPublication, type Published, publish } from '../support/publication.ts';
import { crawl, type Heard } from './crawl.ts';
import { readEnglishWords, readTextsIn, splitWords } from './english-words.ts';

/** Pages about the software without a translation: in English, and marked so. */
const inEnglish = /^\/(?:developers|agent\/auth)(?:[/#?]|$)/;
/** What the English interface says in two words or more: a shorter one may be a word of the articles. */
const english = Object.values(en)
  .filter((value) => typeof value === 'string')
  .filter((words) => words.split(' ').length > 1 && !/feed$/i.test(words));

const article = `---
title: Häuser im Winter
description: Was ein Haus warm hält und was es kostet.
tier: free
date: 2026-03-08
authors: [anna, redaktion]
tags: [bauen]
numbered: true
---

Alte Gebäude verlieren viel.[^a]

> [!WARNING]
> Offene Fenster kosten.

Table: Verluste. {#tbl:verluste}

| Teil | Anteil |
|---|---|
| Dach | 40 % |

Wie @tbl:verluste und @thm:dach zeigen, zählt das Dach; mehr in @sec:keller.

::: theorem {#thm:dach}
Ein warmes Dach spart am meisten.
:::

## Keller

Kalt.

[^a]: Gemessen im Januar.
`;

describe('a publication in German', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let published: Published;
  let pages: Heard[];
  let all: Heard[];
  const read = (path: string) => pages.find((page) => page.path === path)?.body ?? '';

  beforeAll(async () => {
    folder = await createFolder();
    const given = { name: 'Beispielblatt', email: 'a@b.example', language: 'de', currency: 'EUR', author: 'Redaktion' };
    await initPublication(folder.root, { given, now: Date.UTC(2026, 2, 9) });
    await writeFile(join(folder.root, 'content/articles/haeuser.md'), article);
    const anna = 'anna:\n  name: Anna van der Müßig\n  orcid: 0000-0002-1825-0097\n';
    await appendFile(join(folder.root, 'content/authors.yaml'), anna);
    published = await publish(folder.root);
    const heard = await crawl(published.base);
    all = heard.filter(({ type }) => type.startsWith('text/html'));
    pages = all.filter(({ path }) => !inEnglish.test(path));
  });

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

  it('has no English word that is not marked as English, on any page', () => {
    expect(all.length).toBeGreaterThan(20);
    const englishWords = readEnglishWords('de');
    expect(englishWords.size).toBeGreaterThan(2500);
    const unmarked = all.flatMap(({ path, body }) =>
      readTextsIn('de', body).flatMap((text) => {
        const found = splitWords(text).filter((word) => englishWords.has(word));
        return found.length > 0 ? [`${path}: ${text.trim().slice(0, 100)} (${found.join(', ')})`] : [];
      }),
    );
    expect(unmarked).toEqual([]);
  });

  it('marks the pages of the software that are not translated, and their menus as German', () => {
    const marked = all.filter(({ path }) => inEnglish.test(path));
    expect(marked.length).toBeGreaterThan(10);
    for (const { path, body } of marked) {
      expect([path, /<html lang="([^"]*)"/.exec(body)?.[1]]).toEqual([path, 'en']);
      expect([path, /<footer class="site-footer" lang="([^"]*)"/.exec(body)?.[1]]).toEqual([path, 'de']);
    }
    expect(read('/pricing')).toContain('<html lang="de">');
    expect(read('/pricing')).toContain('Was das Lesen kostet');
  });

  it('writes dates, numbers and its language as Germans do', () => {
    const article = read('/articles/wie-ein-artikel-entsteht');
    expect(article).toContain('<html lang="de">');
    expect(article).toContain('<meta property="og:locale" content="de_DE">');
    expect(article).toContain('>9. März 2026<');
    expect(article).toContain('Diesen Artikel zitieren');
    expect(read('/articles/was-ein-bezahlter-artikel-ist')).toContain('0,05');
  });

  it('asks for consent in German, and shows there what is wrong with the request of an application', async () => {
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
    question.set('code_challenge_method', 'plain');
    const refused = await fetch(`${published.base}/agent/auth/authorize?${question}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    expect(await refused.text()).toContain('PKCE mit code_challenge_method S256 fehlt. <code>invalid_request</code>');
  });

  it('names each author for scholars, with her ORCID beside her own name', () => {
    const names = [...read('/articles/haeuser').matchAll(/<meta name="(citation_author\w*)" content="([^"]*)"/g)];
    expect(names.map(([, name, value]) => `${name}: ${value}`)).toEqual([
      'citation_author: van der Müßig, Anna',
      'citation_author_orcid: https://orcid.org/0000-0002-1825-0097',
      'citation_author: Redaktion,',
    ]);
  });

  it('labels the parts of an article in German', () => {
    const page = read('/articles/haeuser');
    for (const label of [
      '>Warnung<',
      '>Tabelle 1.<',
      '>Tabelle\u00A01<',
      '>Satz 1.<',
      '>Satz\u00A01<',
      '>Abschnitt\u00A01<',
      'aria-label="Fußnoten"',
    ])
      expect(page, label).toContain(label);
    expect(page).not.toMatch(/Warning|Table 1|Footnote/);
  });

  it('finds and marks the forms of a German word', async () => {
    const answer = await fetch(`${published.base}/search?q=${encodeURIComponent('Was verlieren alte Hauses?')}`);
    const page = await answer.text();
    expect(page).toContain('/articles/haeuser');
    expect(page).toContain('<mark>Alte</mark>');
    expect(page).not.toContain('Ihre Frage ist auf');
    const foreign = await fetch(`${published.base}/search?q=${encodeURIComponent('What do the old Häuser lose?')}`);
    expect(await foreign.text()).toContain('Ihre Frage ist auf Englisch');
  });

  it('sells subscriptions in its currency, and one article for the dollars that pay for it', async () => {
    const { tiers } = await (await fetch(`${published.base}/api/v1/pricing`)).json();
    expect(tiers.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'USD', 'EUR']);
    const strict = { 'content-type': 'application/json', 'api-version': '2026-04-17', authorization: 'Bearer a' };
    const buy = (id: string) =>
      fetch(`${published.base}/checkout_sessions`, {
        method: 'POST',
        headers: { ...strict, 'idempotency-key': id },
        body: JSON.stringify({ items: [{ id }] }),
      }).then((answer) => answer.json());
    expect(await buy('subscriber')).toMatchObject({ currency: 'eur' });
    expect(await buy('paid')).toMatchObject({ currency: 'usd' });
  });

  it('refuses in German what an address does not take', async () => {
    const answer = await fetch(`${published.base}/articles`, { method: 'PUT', headers: { accept: 'text/html' } });
    const page = await answer.text();
    expect(answer.status).toBe(405);
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<h1>So lässt sich diese Seite nicht öffnen</h1>');
  });

  it('suggests in German while somebody types', async () => {
    const shown = await (await fetch(`${published.base}/search/instant?q=artike`)).text();
    expect(shown).toMatch(/data-status>\d+ Vorschl(?:ag|äge), \d+ Treffer\./);
  });

  it('says it to the script too, and to its parts that are fetched on use', async () => {
    const path = /src="(\/_astro\/[^"]+\.js)"/.exec(read('/'))?.[1] ?? '';
    const script = await (await fetch(published.base + path)).text();
    expect(script).toContain('Kopieren geht hier nicht');
    const words = /_astro\/[\w.-]*part-words[\w.-]*\.js/.exec(script)?.[0] ?? '';
    expect(await (await fetch(`${published.base}/${words}`)).text()).toContain('Alle Treffer');
  });
});
