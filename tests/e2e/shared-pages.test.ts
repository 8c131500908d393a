import { describe, expect, it } from 'vitest';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { ask, slugsByTier } from '../support/client.ts';
import { startProcess } from '../support/server.ts';

const shared = [
  '/',
  '/articles',
  '/tags',
  '/feed.xml',
  '/rss.xml',
  '/feed.json',
  '/sitemap.xml',
  '/sitemap.md',
  '/llms.txt',
  '/index.md',
];

function headersOf({ headers }: Response) {
  return [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
}

describe('pages that are the same for everybody', () => {
  it.each(shared)('%s is tagged, compressed and answered 304 when unchanged', async (path) => {
    const first = await ask(path, { headers: { 'accept-encoding': 'br' } });
    const tag = first.headers.get('etag') ?? '';
    expect(first.status).toBe(200);
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect(first.headers.get('content-type')).toMatch(/charset=utf-8|json/);
    const again = await ask(path, { headers: { 'accept-encoding': 'br', 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('vary')).toBe(first.headers.get('vary'));
  });

  it.each(['/', '/articles'])('%s is markdown for those who prefer it, and says that it varies', async (path) => {
    const html = await ask(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    const markdown = await ask(path, { headers: { accept: 'text/markdown' } });
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toMatch(/^---\ntitle: /);
    for (const response of [html, markdown]) expect(response.headers.get('vary')).toContain('Accept');
    expect(html.headers.get('etag')).not.toBe(markdown.headers.get('etag'));
  });

  it.each(['/', '/articles', '/why'])('%s is refused to those who can read neither form', async (path) => {
    const refused = await ask(path, { headers: { accept: 'application/pdf' } });
    expect(refused.status).toBe(406);
    expect(ErrorBody.parse(await refused.json()).error).toMatchObject({
      code: 'not_acceptable',
      message: expect.stringContaining('text/html, text/markdown'),
    });
    expect(refused.headers.get('vary')).toContain('Accept');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['bib', 'application/x-bibtex; charset=utf-8', /^@/],
    ['ris', 'application/x-research-info-systems; charset=utf-8', /^TY {2}- /],
    ['csl.json', 'application/vnd.citationstyles.csl+json', /^\[/],
  ])('an article is cited as .%s, and an unknown one is not', async (ending, type, start) => {
    const { free } = await slugsByTier();
    const response = await ask(`/articles/${free[0]}.${ending}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toMatch(start);
    expect((await ask(`/articles/no-such-article.${ending}`)).status).toBe(404);
  });

  it.each(shared)('%s is the same to the byte when it was rendered before', async (path) => {
    const tag = (await ask(path, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? '';
    for (const accept of ['text/html', 'text/markdown', '*/*', 'application/pdf']) {
      for (const coding of ['br', 'gzip', 'identity']) {
        for (const about of [{}, { method: 'HEAD' }, { headers: { 'if-none-match': tag } }]) {
          const init = { ...about, headers: { accept, 'accept-encoding': coding, ...about.headers } };
          // With a query that it reads a page is an answer of its own; this one changes nothing in it.
          const [kept, made] = [await ask(path, init), await ask(`${path}?page=1`, init)];
          expect([kept.status, headersOf(kept)]).toEqual([made.status, headersOf(made)]);
          expect(Buffer.from(await kept.arrayBuffer())).toEqual(Buffer.from(await made.arrayBuffer()));
        }
      }
    }
  });

  it('HEAD has the headers of GET and no body, and takes nothing from the GET that follows', async () => {
    const fresh = await startProcess();
    const documents = ['/.well-known/x402', '/search?q=payment', '/nothing', '/nothing.json', '/why'];
    for (const path of [...shared, ...documents]) {
      for (const accept of ['text/html', 'text/markdown']) {
        const init = { headers: { accept, 'accept-encoding': 'br' } };
        const head = await fetch(fresh.address + path, { ...init, method: 'HEAD' });
        const got = await fetch(fresh.address + path, init);
        expect([path, await head.text(), (await got.text()).length > 100]).toEqual([path, '', true]);
        const names = ['content-type', 'content-length', 'content-encoding', 'etag', 'vary', 'cache-control'];
        for (const name of names)
          expect([path, name, head.headers.get(name)]).toEqual([path, name, got.headers.get(name)]);
      }
    }
    await fresh.kill('SIGTERM');
  });

  it.each(['/tags/nothing-has-this-tag', '/read/no-such-article'])('%s is an honest 404 page', async (path) => {
    const response = await ask(path, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Nothing is at this address');
  });
});
