import { describe, expect, it } from 'vitest';
import { farFuture } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { anonymous } from '../../core/access/caller.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { headerEntries } from '../fixed-headers.ts';
import { fromWebRequest } from '../http-request.ts';
import { createOnDemandEncoder } from '../on-demand.ts';
import { createResponseCache, noPrebuiltResponses } from '../response-cache.ts';
import { createRoutes } from '../routes.ts';
import { createReadingSite } from './reading-site.ts';

let at = Date.UTC(2026, 10, 20);
const now = () => at;
const services = createTestServices({ store: createMemoryStore(now), now });
let rendered = { status: 200, headers: ['content-type', 'text/html'], body: Buffer.from('<p>A page.</p>') };
const findRoute = createRoutes(noPrebuiltResponses.has);
const pages = createReadingSite({
  services,
  limits: {
    admit: () => ({ isAllowed: true, caller: anonymous, headers: [], secondsLeft: 0 }),
    spend: async () => undefined,
  },
  cache: createResponseCache({
    maxBytes: 1_000,
    catalogue: services.catalogue,
    prebuilt: noPrebuiltResponses,
  }),
  encode: createOnDemandEncoder(),
  prebuilt: noPrebuiltResponses,
  figureReleases: new Map(),
  render: async () => rendered,
});

async function serve(webRequest: Request) {
  const request = fromWebRequest(webRequest, { requestId: 'one', clientAddress: '192.0.2.1' });
  const route = findRoute(request.method, request.pathname);
  if (route.errorFormat !== 'page') throw new Error(`${request.pathname} has no page.`);
  return pages.serve(request, route);
}

async function read(path: string) {
  const { status, headers } = await serve(new Request(testBase + path));
  return { status, headers: new Map(headerEntries(headers)) };
}

async function get(path: string) {
  const { status, headers } = await read(path);
  return { status, location: headers.get('location') };
}

it('the page of a paid article depends on the reader’s cookie, that of a free one does not', async () => {
  expect((await read('/articles/paid-study')).headers.get('vary')).toBe('Accept, Accept-Encoding, Cookie');
  expect((await read('/articles/open-letter')).headers.get('vary')).toBe('Accept, Accept-Encoding');
});

it('a page for one reader that states no caching is not stored, a page for all may be', async () => {
  expect((await read('/read/paid-study.md')).headers.get('cache-control')).toBe('no-store');
  expect((await read('/articles/paid-study')).headers.get('cache-control')).toBe('public, max-age=300');
});

it('a page may be stored until the next release only, also one that states how long', async () => {
  const [before, { headers }] = [at, rendered];
  at = farFuture - 12_999;
  rendered = { ...rendered, headers: [...headers, 'cache-control', 'public, max-age=300'] };
  for (const path of ['/articles/open-letter', '/read/paid-study.md']) {
    expect([path, (await read(path)).headers.get('cache-control')]).toEqual([path, 'public, max-age=12']);
  }
  at = before;
  rendered = { ...rendered, headers };
});

describe('an article whose file was renamed, with the same id', () => {
  it.each([
    ['/articles/id-open-letter', '/articles/open-letter'],
    ['/articles/id-open-letter?from=feed', '/articles/open-letter?from=feed'],
    ['/articles/id-paid-study.md', '/articles/paid-study.md'],
    ['/articles/id-paid-study.csl.json', '/articles/paid-study.csl.json'],
    ['/articles/id-open-letter/versions/1.0', '/articles/open-letter/versions/1.0'],
    ['/articles/first-letter.md', '/articles/open-letter.md'],
  ])('is found from its old URL %s', async (path, location) => {
    expect(await get(path)).toEqual({ status: 308, location });
  });

  it('is nowhere before its release', async () => {
    expect(await get('/articles/id-not-yet')).toEqual({ status: 404, location: undefined });
    expect(await get('/articles/never-there')).toEqual({ status: 404, location: undefined });
  });
});

describe('an article that was removed', () => {
  it.each(['', '.md', '.csl.json', '.pdf', '/versions/1.0'])(
    'is gone at its URL and its former one%s',
    async (form) => {
      for (const name of ['lost-study', 'lost-draft']) {
        expect(await get(`/articles/${name}${form}`)).toEqual({ status: 410, location: undefined });
      }
    },
  );

  it.each([
    [
      'text/html',
      'Withdrawn on 2 May 2026. Its sample was counted twice.',
      '<a href="https://quire.test/articles/open-letter">',
    ],
    [
      'text/markdown',
      'Withdrawn on 2 May 2026. Its sample was counted twice.',
      'Read https://quire.test/articles/open-letter instead.',
    ],
    ['application/json', '"code":"article_withdrawn"', '"replacement":"https://quire.test/articles/open-letter"'],
  ])('says why as %s, and what to read instead', async (accept, reason, replacement) => {
    const request = new Request(`${testBase}/articles/lost-study`, { headers: { accept } });
    const { body, headers } = await serve(request);
    expect(headers.join()).toContain(accept);
    const text = Buffer.from(body instanceof Uint8Array ? body : '').toString();
    expect(text).toContain(reason);
    expect(text).toContain(replacement);
  });
});
