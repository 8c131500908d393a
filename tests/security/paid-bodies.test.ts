import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { errorCatalogue } from '../../src/contract/error-table.ts';
import { createUrls } from '../../src/contract/urls.ts';
import { publication } from '../../src/library/current-publication.ts';
import { describeServer } from '../../src/protocols/mcp/describe.ts';
import { ask, postJson } from '../support/client.ts';
import { listFiles } from '../support/list-files.ts';
import { listPrebuilt, openTestRelease } from '../support/release.ts';
import { findLeak, shinglesOf, unwrap } from './shingles.ts';

const release = await openTestRelease(inject('baseUrl'));
const { open, paid: soldLibrary } = release;
const paid = open.articles
  .filter(({ tier, releaseAt }) => tier === 'paid' && releaseAt === null)
  .map(({ slug }) => slug);

/** Runs of six words that stand only in what is sold: not in previews, titles, free articles or pages. */
const sold = new Set<string>();

beforeAll(() => {
  const isPublic = shinglesOf(
    unwrap(
      JSON.stringify([
        open.articles.map(({ title, description, body, outline, corrections, citation, artifacts }) => [
          title,
          description,
          body.markdown,
          body.html,
          outline,
          corrections,
          citation,
          // Front matter: the author says there which scripts an article rests on.
          artifacts,
        ]),
        open.pages,
        // An article may quote what the tool servers say of themselves.
        describeServer('product', createUrls(open.baseUrl), publication),
        describeServer('docs', createUrls(open.baseUrl), publication),
        listFiles(join(release.folder, 'figures/public')).map((file) => readFileSync(file, 'utf8')),
      ]),
    ),
  );
  for (const { body } of soldLibrary.articles) {
    for (const shingle of [...shinglesOf(unwrap(body.html)), ...shinglesOf(body.markdown)])
      if (!isPublic.has(shingle)) sold.add(shingle);
  }
  expect(sold.size).toBeGreaterThan(1_000);
});

describe('what is sold', () => {
  it('is found where it was bought, so that the search for leaks can find one', async () => {
    const { api_key } = await (await ask('/api/v1/agent/subscribe', { method: 'POST' })).json();
    const response = await ask(`/api/v1/articles/${paid[0]}`, { headers: { authorization: `Bearer ${api_key}` } });
    expect(findLeak(await response.text(), sold)).toBeDefined();
  });

  it('is in no file or folder that another user of the machine could open', () => {
    const all = ['', ...readdirSync(release.folder, { encoding: 'utf8', recursive: true })];
    const isOpen = (name: string) => (statSync(join(release.folder, name)).mode & 0o007) > 0;
    expect(all.filter(isOpen)).toEqual([]);
    expect(statSync(join(release.folder, '..')).mode & 0o007).toBe(0);
  });

  it('is in no file that is served as it stands', () => {
    for (const file of listFiles(join(release.folder, 'figures/public'))) {
      expect(findLeak(readFileSync(file, 'utf8'), sold), file).toBeUndefined();
    }
  });

  it('is in no answer that was made at the build', async () => {
    const addresses = listPrebuilt(release.folder);
    expect(addresses.length).toBeGreaterThan(100);
    for (const address of addresses) {
      const { content } = (await release.prebuilt.read(address)) ?? {};
      if (!content || !('identity' in content)) throw new Error(`${address} cannot be read.`);
      const { identity } = content;
      expect(findLeak(Buffer.from(identity.bytes).toString(), sold), address).toBeUndefined();
    }
  });

  it('is in neither the public library, the public index, nor the renderer of the pages', () => {
    const files = ['library.json', 'library.bodies', 'docs-search.index'].map((name) => join(release.folder, name));
    const folders = ['bodies', 'search', 'site/server'].flatMap((name) => listFiles(join(release.folder, name)));
    for (const file of [...files, ...folders]) {
      expect(findLeak(readFileSync(file, 'utf8'), sold), file).toBeUndefined();
    }
  });

  it('is in no answer to anybody without a credential, on any surface', async () => {
    const pages = [
      '/',
      '/articles',
      '/search?q=payment',
      '/tags',
      '/feed.atom',
      '/rss.xml',
      '/feed.json',
      '/sitemap.xml',
      '/sitemap.md',
      '/llms.txt',
      '/robots.txt',
      '/openapi.json',
      '/developers.md',
    ];
    const perArticle = paid.flatMap((slug) => [
      `/articles/${slug}`,
      `/articles/${slug}.md`,
      `/articles/${slug}.bib`,
      `/articles/${slug}.ris`,
      `/articles/${slug}.csl.json`,
      `/read/${slug}`,
      `/read/${slug}.md`,
      `/api/v1/articles/${slug}`,
      `/api/sandbox/v1/articles/${slug}`,
      `/api/v1/articles/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`,
      `/api/v1/articles/${slug}/`,
      `/api/v1/articles/${slug}.json`,
      `/og/${slug}.png`,
    ]);
    const headers: Record<string, string>[] = [
      {},
      { accept: 'text/markdown' },
      { accept: 'application/json' },
      { authorization: 'Bearer quire_demo_nonsense' },
      { cookie: 'reader_key=quire_demo_nonsense' },
      { 'accept-encoding': 'gzip' },
      { 'payment-signature': 'e30=' },
      { range: 'bytes=0-99' },
    ];
    for (const path of [...pages, ...perArticle]) {
      for (const set of headers) {
        const response = await ask(path, { headers: set, redirect: 'manual' });
        const text = await response.text();
        const told = `${[...response.headers].flat().join(' ')} ${decodeChallenge(response)} ${text}`;
        expect(findLeak(told, sold), `${path} ${JSON.stringify(set)}`).toBeUndefined();
        expect(response.status, path).toBeLessThan(500);
      }
    }
  });

  it('is in no answer of /ask or of the tool servers, asked in its own words', async () => {
    for (const { slug, body } of soldLibrary.articles) {
      const preview = open.articles.find((article) => article.slug === slug)?.body.html ?? '';
      const paragraphs = [...body.html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, inner = '']) => inner);
      const soldOnly = paragraphs.filter((inner) => !preview.includes(inner)).at(-1) ?? '';
      const words = unwrap(soldOnly).slice(0, 300).trim();
      expect(findLeak(words, sold), slug).toBeDefined();
      const request = [
        await ask(`/ask?query=${encodeURIComponent(words)}`),
        await ask(`/ask?query=${encodeURIComponent(words)}`, { headers: { accept: 'text/event-stream' } }),
        await postJson('/ask', { query: { text: words }, prefer: { mode: 'list, summarize' } }),
        await postJson('/mcp', {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'search_articles', arguments: { query: words } },
        }),
        await postJson('/mcp', {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_article', arguments: { slug } },
        }),
      ];
      for (const response of request) {
        const quoted = (await response.text()).replaceAll(JSON.stringify(words).slice(1, -1), '').replaceAll(words, '');
        expect(findLeak(quoted, sold), slug).toBeUndefined();
      }
    }
  });

  it('is in no sentence of the error catalogue', () => {
    expect(findLeak(JSON.stringify(errorCatalogue), sold)).toBeUndefined();
  });
});

function decodeChallenge(response: Response): string {
  const header = response.headers.get('payment-required');
  return header ? Buffer.from(header, 'base64').toString('utf8') : '';
}
