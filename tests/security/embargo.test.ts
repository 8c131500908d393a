import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../../src/server/process/config.ts';
import { type RunningService, startService } from '../../src/server/process/service.ts';
import { folderOfFile } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { openTestRelease } from '../support/release.ts';
import { testReleases } from '../support/test-build.ts';

const { articles } = (await openTestRelease(inject('baseUrl'))).open;
const waiting = articles.find(({ releaseAt }) => releaseAt !== null && releaseAt > Date.now());

const dataDir = folderOfFile();
let now = Date.now();
let running: RunningService;
let address: string;

beforeAll(async () => {
  vi.stubEnv('RELEASE_DIR', testReleases);
  const port = await freePort();
  const config = readConfig({
    BASE_URL: inject('baseUrl'),
    PORT: String(port),
    DATA_DIR: dataDir,
  });
  running = await startService({ config, log: pino({ level: 'silent' }), output: { write() {} }, now: () => now });
  address = `http://localhost:${port}`;
});

afterAll(() => running.stop());

function tell(path: string, init?: RequestInit): Promise<Response> {
  return fetch(address + path, { redirect: 'manual', ...init });
}

function callTool(path: string, name: string, args: Record<string, string>): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  return tell(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

describe('an article that waits for its moment', () => {
  const slug = waiting?.slug ?? '';
  const title = waiting?.title ?? '';
  const addresses = [
    `/api/v1/articles/${slug}`,
    `/api/sandbox/v1/articles/${slug}`,
    `/articles/${slug}`,
    `/articles/${slug}.md`,
    `/articles/${slug}.bib`,
    `/og/${slug}.png`,
    `/read/${slug}`,
    `/read/${slug}.md`,
  ];
  const lists = [
    '/api/v1/articles?per_page=100',
    '/',
    '/articles',
    '/articles.md',
    '/feed.atom',
    '/rss.xml',
    '/feed.json',
    '/sitemap.xml',
    '/sitemap.md',
    '/llms.txt',
    '/.well-known/x402',
    `/search?q=${encodeURIComponent(title)}`,
    `/ask?query=${encodeURIComponent(title)}`,
  ];
  const mentions = async (response: Response) => (await response.text()).includes(slug);

  it('is in the build', () => {
    expect(slug).not.toBe('');
  });

  it('is on no surface before', async () => {
    for (const path of addresses) expect((await tell(path)).status, path).toBe(404);
    for (const path of lists) expect(await mentions(await tell(path)), path).toBe(false);
    expect(await mentions(await callTool('/mcp', 'search_articles', { query: title }))).toBe(false);
    const read = await (await callTool('/mcp', 'get_article', { slug })).json();
    expect(read.error.code).toBe(-32602);
  });

  it('is not hidden past its moment by an answer that was kept: none lasts beyond it', async () => {
    now = (waiting?.releaseAt ?? 0) - 9_500;
    const sandbox = '/api/sandbox/v1/articles';
    for (const path of [...lists, '/api/v1/articles?tier=free', '/api/v1/changes', sandbox, `${sandbox}?page=2`]) {
      const said = (await tell(path)).headers.get('cache-control') ?? '';
      if (!path.startsWith('/search') && !path.startsWith('/ask'))
        expect([path, said]).toEqual([path, 'public, max-age=9']);
    }
  });

  it('is on every surface from its moment on, without a new build or a restart', async () => {
    now = waiting?.releaseAt ?? 0;
    const expected = [200, 402];
    for (const path of addresses) {
      const response = await tell(path);
      // The former address of an opened article leads to the one it has; its markdown, without a cookie, to the
      // preview.
      if (path.startsWith('/read/')) expect(response.status).toBe(path.endsWith('.md') ? 303 : 308);
      else if (!path.startsWith('/og/') || response.status !== 404) expect(expected, path).toContain(response.status);
    }
    for (const path of lists)
      if (path !== '/.well-known/x402' || waiting?.tier === 'paid')
        expect(await mentions(await tell(path)), path).toBe(true);
    expect(await mentions(await callTool('/mcp', 'search_articles', { query: title }))).toBe(true);
  });
});
