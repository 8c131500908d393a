import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, newKey, slugsByTier } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import type { Front } from '../support/programs.ts';
import { type Started, startProcess } from '../support/server.ts';
import { generous, rounds } from './rounds.ts';
import { isVarnishInstalled, startVarnish } from './varnish.ts';

/** In `npm test`; a hundred thousand by `npm run test:faults`. */
const requests = rounds > 3 ? 100_000 : 1_500;
const atOnce = 8;

interface Asked {
  path: string;
  method: 'GET' | 'HEAD';
  headers: Record<string, string>;
}

/** The same order each time: Park and Miller's generator. */
function createDraw(seed: number) {
  let state = seed;
  return <T>(all: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647;
    const one = all[state % all.length];
    if (one === undefined) throw new Error('There is nothing to draw from.');
    return one;
  };
}

describe.skipIf(!isVarnishInstalled)('a shared cache in front (with varnishd and deploy/varnish.vcl)', () => {
  let service: Started;
  let front: Front;
  let key: string;
  let paths: string[];
  let freePath: string;

  beforeAll(async () => {
    const port = await freePort();
    service = await startProcess({ ...generous, PORT: String(port), EDGE_CACHE: 'on', TRUSTED_PROXIES: '127.0.0.1' });
    front = await startVarnish(port);
    key = await newKey();
    const { free, paid } = await slugsByTier();
    freePath = `/api/v1/articles/${free[0]}`;
    const articles = [...free.slice(0, 4), ...paid.slice(0, 4)];
    paths = [
      ...articles.flatMap((slug) => [`/articles/${slug}`, `/articles/${slug}.md`, `/api/v1/articles/${slug}`]),
      ...['/', '/articles', '/pricing', '/api/v1/articles', '/api/v1/articles?page=2&per_page=2', '/openapi.json'],
      ...['/feed.json', '/feed.atom', '/sitemap.xml', '/nowhere', '/api/v1/articles/nowhere', '/llms.txt'],
    ];
  });

  afterAll(async () => {
    await front?.stop();
    await service?.kill('SIGKILL');
  });

  async function send(base: string, { path, method, headers }: Asked) {
    const response = await fetch(base + path, { method, headers, redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    const of = (name: string) => response.headers.get(name);
    return {
      cache: of('x-cache'),
      control: of('cache-control') ?? '',
      limit: of('x-ratelimit-remaining'),
      seen: {
        status: response.status,
        type: of('content-type'),
        // Varnish marks a tag as weak when it has unpacked the body, which it always fetches as gzip.
        etag: of('etag')
          ?.replace(/^W\//, '')
          .replace(/-(gzip|br)"$/, '"'),
        body: body.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, 'ID'),
      },
    };
  }

  function listRequests(): Asked[] {
    const draw = createDraw(1);
    const accepts = ['*/*', 'text/html', 'text/markdown', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/png'];
    return Array.from({ length: requests }, (): Asked => {
      const path = draw(paths);
      const isFromKey = draw([true, false, false, false]);
      const credential = isFromKey ? draw([bearer(key).headers, bearer('quire_demo_00').headers]) : {};
      const accept = path.startsWith('/api/') ? draw(['*/*', 'application/json']) : draw(accepts);
      const coding = draw(['gzip', 'br, gzip', 'identity']);
      const method = draw(['GET', 'GET', 'GET', 'HEAD'] as const);
      return { path, method, headers: { accept, 'accept-encoding': coding, ...credential } };
    });
  }

  it(
    'gives every caller what the service itself would have given, mostly without asking it',
    async () => {
      const wrong: unknown[] = [];
      let hits = 0;
      let shared = 0;
      const waiting = listRequests();
      const work = async () => {
        for (let asked = waiting.pop(); asked; asked = waiting.pop()) {
          const [cached, own] = [await send(front.address, asked), await send(service.address, asked)];
          if (JSON.stringify(cached.seen) !== JSON.stringify(own.seen))
            wrong.push({ asked, cached: cached.seen, own: own.seen });
          if (!own.control.startsWith('public') || asked.headers.authorization) continue;
          shared += 1;
          if (cached.cache === 'hit') hits += 1;
          if (cached.limit !== null) wrong.push({ asked, limit: cached.limit });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      process.stdout.write(`${requests} requests, ${wrong.length} wrong, ${hits} of ${shared} public ones hit\n`);
      expect(wrong).toEqual([]);
      expect(hits / shared).toBeGreaterThan(0.6);
    },
    60_000 + requests * 20,
  );

  it('leaves to the service what a client accepts, at every path', async () => {
    const chrome =
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';
    const accepts = [
      ...[chrome, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html', 'text/markdown'],
      ...['text/event-stream, text/html;q=0.1', 'application/json, text/html;q=0.9', 'text/event-stream', '*/*'],
      ...['text/markdown;q=0.5,text/html;q=0.5', 'text/html;q=0.5,text/markdown', 'text/html;q=0, text/markdown'],
    ];
    const asked = ['/ask?query=schema', '/ask?query=schema&streaming=1', '/mcp', '/checkout_sessions/x', '/agent/auth'];
    const wrong: unknown[] = [];
    for (const path of [...asked, '/', '/articles', '/nowhere', '/nowhere.md', '/feed.atom', freePath])
      for (const accept of accepts)
        for (const _ of ['stored', 'taken from the cache']) {
          const request: Asked = { path, method: 'GET', headers: { accept } };
          const [own, cached] = [await send(service.address, request), await send(front.address, request)];
          const [{ status, type }, got] = [own.seen, cached.seen];
          if (status !== got.status || type !== got.type)
            wrong.push([path, accept, [status, type], got.status, got.type]);
        }
    expect(wrong).toEqual([]);
    const headers = { accept: chrome };
    await send(front.address, { path: '/articles', method: 'GET', headers });
    const other = { accept: chrome.replace('image/apng,', '') };
    expect((await send(front.address, { path: '/articles', method: 'GET', headers: other })).cache).toBe('hit');
  });

  it('tells callers of what is not shared what is left of their limit', async () => {
    const asked = (headers: Record<string, string>) => send(front.address, { path: freePath, method: 'GET', headers });
    expect((await asked({})).limit).toBeNull();
    const [paid = ''] = paths.filter((path) => path.startsWith('/api/v1/articles/')).slice(-4);
    const own = await send(front.address, { path: paid, method: 'GET', headers: bearer(key).headers });
    expect(Number(own.limit)).toBeGreaterThan(0);
  });

  it('purges one article by its tag, and everything by that of the publication', async () => {
    const read = () => send(front.address, { path: freePath, method: 'GET', headers: { accept: 'application/json' } });
    await read();
    expect((await read()).cache).toBe('hit');
    const response = await fetch(service.address + freePath);
    const [all = '', article = ''] = response.headers.get('surrogate-key')?.split(' ') ?? [];
    expect(article).toBe(`${all}-${freePath.split('/').at(-1)}`);
    const purge = async (tag: string) => {
      const answer = await fetch(front.address, { method: 'PURGE', headers: { 'cache-tag': tag } });
      return Number(answer.statusText.replace('Purged ', ''));
    };
    const [one, every] = [await purge(article), await purge(all)];
    expect(one).toBeGreaterThan(0);
    expect(every).toBeGreaterThan(one);
  });
});
