import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { pageTable } from '../../src/contract/paths.ts';
import { noPrebuiltResponses } from '../../src/serve/response-cache.ts';
import type { ServedRelease } from '../../src/server/process/served-release.ts';
import { askSite, openTestRelease, openTestSite } from '../support/release.ts';

/** The same release twice: answers that lie ready or are kept, and answers that are made for each who asks. */
const release = await openTestRelease(inject('baseUrl'));
const { articles } = release.open;
const waiting = articles.filter(({ releaseAt }) => releaseAt !== null);
let now = Date.now();
const limit = 40;
const about = {
  baseUrl: inject('baseUrl'),
  now: () => now,
  env: { RATE_LIMIT_PER_MINUTE: String(limit), KEY_SECRET: 'the same secret on both sides, to compare them' },
};
const sides = {
  kept: await openTestSite({ ...about, release }),
  made: await openTestSite({ ...about, release: { ...release, prebuilt: onlyPages() }, cacheBytes: 1 }),
};

afterAll(async () => {
  for (const { close } of Object.values(sides)) await close();
  await release.close();
});

/** What no maker at hand can make: pages of the site that are prerendered. Everything of an article is made. */
function onlyPages() {
  const isMade = (address: string) => /^(?:GET |\/articles\/)/.test(address);
  return {
    ...noPrebuiltResponses,
    has: (address: string) => !isMade(address) && release.prebuilt.has(address),
    read: async (address: string) => (isMade(address) ? undefined : release.prebuilt.read(address)),
  };
}

interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
}

let visits = 0;

async function tell(site: ServedRelease, path: string, request: HttpRequest) {
  const { body, headers, ...rest } = await askSite(site, path, { ...request, clientAddress: `198.51.100.${visits}` });
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1];
  // Both are right, but the build has more time to make a form small.
  const plain = body.length === 0 || !coding ? body : coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
  // Only the newest articles have a picture of their own, and only in what was prerendered: length and tag follow from
  // it.
  const hasPicture = /^\/articles\/[^.]+$/.test(path);
  const alike = headers
    .filter(([name]) => name !== 'content-length' || !(coding || hasPicture))
    // New each time.
    .map(([name, value]) => {
      // Of the encoded bytes (RFC 9530 section 3), which two encoders make differently.
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
      if (name === 'repr-digest' && coding)
        return [name, body.length === 0 || value === digest ? 'of its body' : value];
      const isOther = name === 'payment-required' || (name === 'etag' && hasPicture);
      return [name, isOther ? 'another each time' : value];
    });
  return {
    ...rest,
    headers: alike,
    body: plain
      .toString('latin1')
      .replaceAll(/<meta (?:property|name)="(?:og|twitter):image[^>]*>|"image":"[^"]*\/og\/[^"]*",/g, ''),
  };
}

/** Asks both as a caller who has asked equally often; the kept one twice, so that it has what it keeps. */
async function askBoth(path: string, request: HttpRequest = {}) {
  visits += 1;
  const made = await tell(sides.made.site, path, request);
  await tell(sides.kept.site, path, request);
  visits += 1;
  const kept = await tell(sides.kept.site, path, request);
  return { made, kept };
}

const { keyring } = sides.made.site.services;
const mint = (scopes: ('articles:read' | 'mcp:connect')[], id: string) =>
  `Bearer ${keyring.mint({ scopes, id: id.repeat(20), issuedAt: now })}`;
const out = articles.filter(({ releaseAt }) => releaseAt === null);
const free = out.filter(({ tier }) => tier === 'free').slice(0, 4);
const paid = out.filter(({ tier }) => tier === 'paid').slice(0, 4);
const lists = [
  '',
  '?page=1',
  '?page=2',
  '?per_page=4&page=2',
  '?page=9999',
  '?per_page=1000',
  '?page=0',
  '?utm_source=x',
];
const operations = ['/api/v1', '/api/sandbox/v1'].flatMap((root) => [
  `${root}/pricing`,
  ...lists.map((query) => `${root}/articles${query}`),
  ...[...free, ...paid].map(({ slug }) => `${root}/articles/${slug}`),
  `${root}/articles/${free[0]?.slug}?x=1`,
  `${root}/articles/no-such-article`,
  `${root}/nothing`,
]);
const forms = [...free, ...paid].flatMap(({ slug }) =>
  ['', '.md', '.bib', '.ris', '.csl.json', '?from=elsewhere'].map((form) => `/articles/${slug}${form}`),
);
const shared = pageTable.filter(({ kind, path }) => kind === 'shared' && !path.includes('{')).map(({ path }) => path);

const variants: [string, HttpRequest][] = [
  ['GET', {}],
  ['HEAD', { method: 'HEAD' }],
  ['POST', { method: 'POST' }],
  ['OPTIONS', { method: 'OPTIONS' }],
  ['br', { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
  ['gzip', { headers: { 'accept-encoding': 'gzip;q=1, br;q=0.1' } }],
  ['HEAD gzip', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }],
  ['any tag', { headers: { 'if-none-match': '*' } }],
  ['another tag', { headers: { 'if-none-match': 'W/"x", "y"' } }],
  ['html', { headers: { accept: 'text/html' } }],
  ['markdown', { headers: { accept: 'text/markdown' } }],
  ['json second', { headers: { accept: 'text/html, application/json;q=0.5' } }],
  ['nothing', { headers: { accept: 'application/json;q=0' } }],
  ['a key', { headers: { authorization: mint(['articles:read', 'mcp:connect'], 'a') } }],
  ['a key without the scope', { headers: { authorization: mint(['mcp:connect'], 'b') } }],
  ['no key', { headers: { authorization: 'Bearer quire_demo_nonsense' } }],
  ['Basic', { headers: { authorization: 'Basic eDp5' } }],
  ['a payment that is none', { headers: { 'payment-signature': 'e30=' } }],
];

describe.each([...operations, ...forms, ...shared])('%s', (path) => {
  it('is answered alike, kept or made', async () => {
    for (const [name, request] of variants) {
      // By key both answers count: a new window for each.
      now += request.headers?.authorization ? 60_000 : 0;
      visits += 1;
      const made = await tell(sides.made.site, path, request);
      const kept = await tell(sides.kept.site, path, request);
      expect(kept, name).toEqual(made);
      if (request.headers?.authorization) continue;
      const both = await askBoth(path, request);
      expect(withoutCounts(both.kept), name).toEqual(withoutCounts(both.made));
    }
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      const { made } = await askBoth(path, { headers });
      const etag = made.headers.find(([header]) => header === 'etag')?.[1];
      if (etag === undefined || etag === 'another each time') return;
      const both = await askBoth(path, { headers: { ...headers, 'if-none-match': `"x", W/${etag}` } });
      expect([both.kept.status, both.kept.body]).toEqual([304, '']);
      expect(withoutCounts(both.kept)).toEqual(withoutCounts(both.made));
    }
  });
});

/** The kept side was asked once more. */
function withoutCounts({ headers, ...rest }: Awaited<ReturnType<typeof tell>>) {
  return { ...rest, headers: headers.filter(([name]) => !/ratelimit/.test(name ?? '')) };
}

it('counts whoever is answered from what is kept, and refuses', async () => {
  now += 60_000;
  const path = `/api/v1/articles/${free[0]?.slug}`;
  const request = { clientAddress: '203.0.113.7' };
  for (let count = 1; count <= limit; count += 1) {
    const { headers } = await askSite(sides.kept.site, path, request);
    expect(headers).toContainEqual(['x-ratelimit-remaining', String(limit - count)]);
  }
  expect((await askSite(sides.kept.site, path, request)).status).toBe(429);
  expect((await askSite(sides.kept.site, path, { ...request, method: 'HEAD' })).status).toBe(429);
});

it('forgets what it keeps when an article is released, and shows none before', async () => {
  expect(waiting.length).toBeGreaterThan(0);
  for (const { slug, releaseAt } of waiting) {
    const one = [`/api/v1/articles/${slug}`, `/articles/${slug}`, `/articles/${slug}.md`];
    const lists = ['/api/v1/articles?per_page=100', '/articles', '/feed.xml'];
    for (const at of [(releaseAt ?? 0) - 1, releaseAt ?? 0, (releaseAt ?? 0) - 1]) {
      now = at;
      for (const path of [...one, ...lists]) {
        const { kept, made } = await askBoth(path);
        // A prerendered page recommends what was out at the build; one that is made, what is out now.
        if (path === one[1]) expect(kept.status).toBe(made.status);
        else expect(withoutCounts(kept)).toEqual(withoutCounts(made));
        if (at >= (releaseAt ?? 0)) continue;
        if (one.includes(path)) expect(kept.status).toBe(404);
        else expect(kept.body).not.toContain(slug);
      }
    }
  }
});
