import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { ask, newKey, slugsByTier } from '../support/client.ts';
import { callFromManyAddresses } from '../support/own-address.ts';
import { listPrebuilt, openTestRelease } from '../support/release.ts';

callFromManyAddresses();

/** The rule as docs/scaling.md gives it to owners. */
const [, rule = ''] = /```text\n(\^.*)\n```/.exec(readFileSync('docs/scaling.md', 'utf8')) ?? [];
const isCached = new RegExp(rule);

/** Answers that a cache which knows nothing but addresses would give to all of these. */
async function readAs(path: string, headers: Record<string, string>) {
  const response = await ask(path, { headers, redirect: 'manual' });
  const said = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: response.status, said, body: await response.text() };
}

it('keeps, by the rule for a cache that knows addresses alone, nothing that depends on who asks or for what form', async () => {
  const { folder, close } = await openTestRelease(inject('baseUrl'));
  const { free, paid } = await slugsByTier();
  const own = [...free, ...paid].flatMap((slug) => [`/articles/${slug}`, `/articles/${slug}.md`, `/og/${slug}.png`]);
  const fixed = [
    '/',
    '/articles',
    '/feed.atom',
    '/rss.xml',
    '/feed.json',
    '/sitemap.xml',
    '/.well-known/x402',
    '/healthz',
  ];
  const known = listPrebuilt(folder).map((address) => address.replace(/^GET /, ''));
  const paths = [...new Set([...known, ...own, ...fixed])].filter((path) => isCached.test(path));
  expect(paths.length).toBeGreaterThan(20);
  const key = await newKey();
  const request: Record<string, string>[] = [
    { accept: 'text/markdown' },
    { accept: 'application/json' },
    { authorization: `Bearer ${key}` },
    { cookie: `reader_key=${key}` },
  ];
  for (const path of paths) {
    const plain = await readAs(path, {});
    expect(plain.status, path).toBe(200);
    const names = plain.said.map(([name]) => name);
    for (const name of ['set-cookie', 'x-ratelimit-remaining', 'payment-required'])
      expect(names, path).not.toContain(name);
    for (const headers of request)
      expect(await readAs(path, headers), `${path} ${JSON.stringify(headers)}`).toEqual(plain);
  }
  await close();
});

it('leaves every article, operation and page that negotiates to the service', async () => {
  const { free, paid } = await slugsByTier();
  const left = [
    '/',
    '/articles',
    '/api/v1/articles',
    '/ask?query=x',
    '/search?q=x',
    '/mcp',
    '/readyz',
    '/checkout_sessions',
  ];
  const perArticle = [...free, ...paid].flatMap((slug) => [
    `/articles/${slug}`,
    `/articles/${slug}.md`,
    `/read/${slug}`,
  ]);
  for (const path of [...left, ...perArticle]) expect([path, isCached.test(path)]).toEqual([path, false]);
});

it('may store an earlier free text, which is the same for all, and no paid one', async () => {
  const { free, paid } = await slugsByTier();
  const key = await newKey();
  for (const slug of [...free, ...paid]) {
    const isFree = free.includes(slug);
    const [, version] = /versions\/([^},\s]+)/.exec(await (await ask(`/articles/${slug}.bib`)).text()) ?? [];
    const path = `/articles/${slug}/versions/${version}`;
    const plain = await readAs(path, { accept: 'text/html' });
    expect(plain.status, path).toBe(200);
    const control = new Map(plain.said).get('cache-control');
    expect(control, path).toMatch(isFree ? /^public, max-age=\d+$/ : /^private, no-store$/);
    const opened = await readAs(path, { accept: 'text/html', cookie: `reader_key=${key}` });
    expect(opened.body === plain.body, path).toBe(isFree);
    if (isFree) expect(opened).toEqual(plain);
  }
});
