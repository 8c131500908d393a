import { afterAll, expect, inject, it } from 'vitest';
import type { ArticleSearch } from '../../src/core/article-search.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { openTestRelease, openTestSite } from '../support/release.ts';

const baseUrl = inject('baseUrl');
const release = await openTestRelease(baseUrl);
const { open, paid, docs } = release.search;
// The threads open an index of either engine.
const onDisk = { ...release, search: { docs, open: { ...open, isOnDisk: true }, paid: { ...paid, isOnDisk: true } } };
const slug = release.open.articles.find(({ tier }) => tier === 'free')?.slug ?? '';
const searches = ['/ask?query=rate+limits&query_id=q', '/search?q=rate+limits', '/search/instant?q=rate+lim'];
const ofArticle = `/articles/${slug}.md?ask=what+is+measured`;

afterAll(() => release.close());

it('gives the same results from threads as from the thread that serves', async () => {
  const here = await openTestSite({ baseUrl, now: Date.now, release });
  const there = await openTestSite({ baseUrl, now: Date.now, release: onDisk });
  for (const path of [...searches, ofArticle]) {
    const [one, other] = [await here.site.app.fetch(ask(path)), await there.site.app.fetch(ask(path))];
    expect([path, other.status]).toEqual([path, 200]);
    expect(await other.text()).toBe(await one.text());
  }
  await here.close();
  await there.close();
});

it('returns 503 for every search that takes too long, and everything else', async () => {
  const { site, close } = await openTestSite({ baseUrl, now: Date.now, release });
  const late = () => Promise.reject(new ServiceError('search_unavailable', undefined, { retryAfter: 2 }));
  const never: ArticleSearch = { search: late, related: late };
  Object.assign(site.services.search, { open: never, paid: never });
  for (const path of [...searches, ofArticle]) {
    const response = await site.app.fetch(ask(path));
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2']);
    expect(await response.text()).not.toBe('');
  }
  const stream = await site.app.fetch(ask('/ask?query=rate+limits&streaming=1'));
  expect(await stream.text()).toContain('search_unavailable');
  const message = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'search_articles', arguments: { query: 'rate limits' } },
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const called = await site.app.fetch(ask('/mcp', { method: 'POST', headers, body: JSON.stringify(message) }));
  expect(await called.json()).toMatchObject({ error: { code: 503 } });
  for (const path of ['/', '/openapi.json', `/articles/${slug}`, '/search?q=free+articles'])
    expect([path, (await site.app.fetch(ask(path))).status]).toEqual([path, 200]);
  await close();
});

function ask(path: string, init?: RequestInit): Request {
  return new Request(new URL(path, baseUrl), init);
}

it('returns 503 for a page that needs the state store while the store is away', async () => {
  const secret = 'a secret of the owner of this test';
  const { site, close } = await openTestSite({ baseUrl, now: Date.now, release, env: { OWNER_SECRET: secret } });
  const away = () => Promise.reject(new StoreUnavailable(undefined));
  const headers = { authorization: `Basic ${Buffer.from(`owner:${secret}`).toString('base64')}` };
  const read = async () => (await site.app.fetch(ask('/owner/report.json', { headers }))).status;
  expect(await read()).toBe(200);
  Object.assign(site.services, { store: { ...site.services.store, get: away, readList: away } });
  expect(await read()).toBe(503);
  await close();
});
