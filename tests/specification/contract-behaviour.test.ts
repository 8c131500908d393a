import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { Article, PaginatedArticles } from '../../src/contract/schemas-articles.ts';
import { ErrorBody, PaymentError } from '../../src/contract/schemas-errors.ts';
import { ask, askJson, baseUrl, bearer, client, newKey, pickArticles, postJson } from '../support/client.ts';
import { startProcess } from '../support/server.ts';
import { readDescription } from './openapi-document.ts';

/** What docs/contract.md says of behaviour that no other file is about. */

let free: string;
let paid: string;

beforeAll(async () => {
  ({ free, paid } = await pickArticles());
});

const Called = z.object({
  result: z.looseObject({ structuredContent: z.unknown() }).optional(),
  error: z.looseObject({ code: z.int(), data: z.unknown() }).optional(),
});

async function callTool(path: string, name: string, args: unknown, headers: Record<string, string> = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return Called.parse(await (await postJson(path, body, headers)).json());
}

describe('the base URL', () => {
  it('is the configured one in every address of an answer, whatever Host header came', async () => {
    const { port } = new URL(baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`GET /api/v1/articles?per_page=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`"next":"${baseUrl}/api/v1/articles?per_page=1&page=2"`);
    expect(answer).not.toContain('http://127.0.0.1');
  });
});

describe('the order of articles', () => {
  const order = async () => (await client.call('listArticles', { query: { per_page: 100 } })).data;

  it('is by day, newest first, then by slug, withdrawn articles after all others', async () => {
    const listed = await order();
    const sorted = listed.toSorted(
      (one, other) =>
        Number(one.retracted ?? false) - Number(other.retracted ?? false) ||
        (other.date ?? '').localeCompare(one.date ?? '') ||
        (one.slug < other.slug ? -1 : 1),
    );
    expect(listed.map(({ slug }) => slug)).toEqual(sorted.map(({ slug }) => slug));
    expect(new Set(listed.map(({ date }) => date)).size).toBeLessThan(listed.length);
  });

  it('is the same in the mirror, the page, the feeds and the resources of the tool server', async () => {
    const slugs = (await order()).map(({ slug }) => slug);
    const mirrored = await askJson('/api/sandbox/v1/articles?per_page=100', PaginatedArticles);
    expect(mirrored.data.map(({ slug }) => slug)).toEqual(slugs);
    const inOrder = (body: string, pattern: RegExp) => [
      ...new Set([...body.matchAll(pattern)].map(([, slug = '']) => slug).filter((slug) => slugs.includes(slug))),
    ];
    const page = await (await ask('/articles', { headers: { accept: 'text/html' } })).text();
    const shown = inOrder(page.slice(page.indexOf('<main')), /href="\/articles\/([a-z0-9-]+)"/g);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown).toEqual(slugs.slice(0, shown.length));
    const feed = await (await ask('/feed.json')).json();
    const items = feed.items.map(({ url }: { url: string }) => url.split('/').at(-1));
    expect(items.length).toBeGreaterThan(5);
    expect(items).toEqual(slugs.filter((slug) => items.includes(slug)));
    const list = await postJson('/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/list' });
    const resources = inOrder(await list.text(), /"uri":"[^"]*\/articles\/([a-z0-9-]+)\.md"/g);
    expect(resources.length).toBeGreaterThan(5);
    expect(resources).toEqual(slugs.slice(0, resources.length));
  });
});

describe('one section', () => {
  it('of a free article is read by its id, over REST and by the tool server', async () => {
    const whole = await client.call('getArticle', { params: { slug: free } });
    const { id = '', title = '' } = whole.outline?.at(-1) ?? {};
    const section = await askJson(`/api/v1/articles/${free}?section=${id}`, Article);
    expect(section).toMatchObject({ slug: free, section: { id, title } });
    expect(section.markdown).toMatch(/^#+ /);
    expect(section.markdown?.length).toBeLessThan(whole.markdown?.length ?? 0);
    const called = await callTool('/mcp', 'get_article', { slug: free, section: id });
    expect(called.result?.structuredContent).toMatchObject({ section: { id }, markdown: section.markdown });
  });

  it('of the paid part is the 402 of the article without a right, and itself with one', async () => {
    const { article } = await askJson(`/api/v1/articles/${paid}`, PaymentError);
    const { id = '' } = article?.outline.find(({ is_free }) => !is_free) ?? {};
    const refused = await ask(`/api/v1/articles/${paid}?section=${id}`);
    expect(refused.status).toBe(402);
    expect(PaymentError.parse(await refused.json())).toMatchObject({ article: { slug: paid } });
    expect((await callTool('/mcp', 'get_article', { slug: paid, section: id })).error?.code).toBe(402);
    const { headers } = bearer(await newKey());
    const opened = await askJson(`/api/v1/articles/${paid}?section=${id}`, Article, { headers });
    expect(opened).toMatchObject({ access_level: 'subscriber', section: { id } });
  });

  it('that there is not is 404, and bad arguments at the tool server', async () => {
    const response = await ask(`/api/v1/articles/${free}?section=no-such-section`);
    expect([response.status, ErrorBody.parse(await response.json()).error.code]).toEqual([404, 'section_not_found']);
    expect((await callTool('/mcp', 'get_article', { slug: free, section: 'no-such' })).error?.code).toBe(-32602);
  });
});

describe('errors of the API', () => {
  it.each(['/api/x', '/api/v1/x', '/ask/x', '/mcp/x', '/mcp/docs/x', '/checkout_sessions/x/y', '/agent/auth/x'])(
    'are JSON at %s too, where nothing is, for who would rather have a page',
    async (path) => {
      const response = await ask(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(ErrorBody.parse(await response.json()).error.code).toBe('not_found');
    },
  );

  it('leave OPTIONS its 204 with CORS at every path that the description has', async () => {
    const { operations } = await readDescription(async (path) => (await ask(path)).json());
    const paths = new Set(operations.map(({ path }) => path));
    expect(paths.size).toBeGreaterThan(15);
    for (const path of paths) {
      const target = path.replace(/\{\w+\}/, 'none');
      const { status, headers } = await ask(target, {
        method: 'OPTIONS',
        headers: { origin: 'https://agent.example' },
      });
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*']);
      expect(headers.get('access-control-allow-methods')).toBeTruthy();
    }
  });
});

describe('headers', () => {
  it('of a JSON answer are those that JSON needs, and none that belongs to a page', async () => {
    const needed = [
      ...['access-control-allow-origin', 'access-control-expose-headers', 'cache-control', 'connection'],
      ...['content-length', 'content-security-policy', 'content-type', 'date', 'etag', 'keep-alive', 'link'],
      ...['ratelimit', 'ratelimit-policy', 'vary', 'x-content-type-options', 'x-ratelimit-limit'],
      ...['x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'],
    ];
    for (const path of ['/api/v1/articles', '/api/v1/pricing', `/api/v1/articles/${free}`]) {
      const { headers } = await ask(path, { headers: { 'accept-encoding': 'identity' } });
      // An article has a digest of its own (contract.md "Field values", RFC 9530).
      const own = path.endsWith(`/${free}`) ? ['repr-digest'] : [];
      expect([...headers.keys()].sort()).toEqual([...needed, ...own].sort());
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('that agents send are allowed and those that they read are exposed, to a program in any browser', async () => {
    const listOf = (value: string | null) => (value ?? '').toLowerCase().split(', ');
    const preflight = await ask('/api/v1/agent/subscribe', { method: 'OPTIONS' });
    expect(listOf(preflight.headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining([
        ...['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'x-request-id', 'api-version'],
        ...['mcp-protocol-version', 'mcp-session-id', 'payment-signature', 'x-payment', 'sign-in-with-x'],
      ]),
    );
    expect(listOf((await ask('/api/v1/pricing')).headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining([
        ...['etag', 'link', 'retry-after', 'www-authenticate', 'idempotent-replayed', 'x-request-id', 'x-sandbox'],
        ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'deprecation', 'sunset'],
        ...['payment-required', 'payment-response', 'x-payment-response'],
      ]),
    );
  });

  it('of everything free let a copy be kept: a strong tag, public, and 304 when it is current', async () => {
    for (const path of ['/api/v1/articles', `/api/v1/articles/${free}`, '/api/v1/pricing', '/api/v1']) {
      const first = await ask(path, { headers: { 'accept-encoding': 'identity' } });
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toMatch(/^public\b/);
      const again = await ask(path, { headers: { 'accept-encoding': 'identity', 'if-none-match': etag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });
});

describe('a list with a query', () => {
  it.each(['/api/v1/articles?per_page=100&tier=free', '/articles?tier=free', '/articles.md?tier=free'])(
    'is compressed as each client wants it, whoever asked before: %s',
    async (path) => {
      const read = async (acceptEncoding: string) => {
        const response = await ask(path, { headers: { 'accept-encoding': acceptEncoding } });
        const { headers } = response;
        return [headers.get('content-encoding'), headers.get('etag')?.slice(0, 23), await response.text()];
      };
      const [, etag, whole] = await read('identity');
      for (const encoding of ['gzip', 'br', 'gzip']) expect(await read(encoding)).toEqual([encoding, etag, whole]);
      expect(await read('zstd')).toEqual([null, etag, whole]);
    },
  );
});

describe('a request', () => {
  it('to a page that computes is limited as one to the API, and each has its id in its line of the log', async () => {
    // Two questions at five calls each, and one call.
    const service = await startProcess({ RATE_LIMIT_PER_MINUTE: '11', LOG_LEVEL: 'info' });
    const statuses: number[] = [];
    for (const path of ['/search?q=keys', '/api/v1/pricing', '/search?q=limits', '/search?q=payment']) {
      const response = await fetch(service.address + path, { headers: { 'x-request-id': `line-${statuses.length}` } });
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    await service.kill('SIGTERM');
    for (const index of [0, 1, 2, 3]) expect(service.output()).toContain(`"requestId":"line-${index}"`);
  });

  it('names its path and client in the log where two settings ask for it, never its query string or a key', async () => {
    const key = `quire_demo_${'ab'.repeat(32)}`;
    const lines = async (env: Record<string, string>) => {
      const service = await startProcess({ TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'info', ...env });
      const headers = { 'x-forwarded-for': '203.0.113.7:44321', 'x-request-id': 'where' };
      await fetch(`${service.address}/api/v1/articles?tag=secret-query`, { headers });
      await fetch(`${service.address}/api/v1/articles/${key}`, { headers });
      await service.kill('SIGTERM');
      expect(service.output()).not.toContain('secret-query');
      expect(service.output()).not.toContain(key.slice(-64));
      const all = service
        .output()
        .split('\n')
        .filter((line) => line.includes('"where"'));
      return all.map((line) => JSON.parse(line)).map(({ path, clientAddress }) => [path, clientAddress]);
    };
    expect(await lines({})).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(await lines({ LOG_PATHS: 'on', LOG_ADDRESSES: 'on' })).toEqual([
      ['/api/v1/articles', '203.0.113.7'],
      ['/api/v1/articles/quire_demo_[redacted]', '203.0.113.7'],
    ]);
  });

  it('whose client writes the address of another into X-Forwarded-For does not get the key of the other', async () => {
    const service = await startProcess({ TRUSTED_PROXIES: '127.0.0.1,::1' });
    const subscribe = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded, 'idempotency-key': 'victim-1' };
      const response = await fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST', headers });
      return JSON.parse(await response.text()).api_key;
    };
    const victim = await subscribe('9.9.9.9');
    expect(await subscribe('1.1.1.1, 9.9.9.9')).toBe(victim);
    for (const hop of ['203.0.113.7', '203.0.113.7:44321', '[2001:db8::5]:44321', 'unknown', ''])
      expect([hop, await subscribe(`9.9.9.9, ${hop}`)]).not.toEqual([hop, victim]);
    await service.kill('SIGTERM');
  });

  it('with a slash too much is led to the page, and where there is none told so at once', async () => {
    const seen = await Promise.all(
      ['/articles/?tier=free', '/nothing/'].map(async (path) => {
        const { status, headers } = await ask(path, { redirect: 'manual' });
        return [status, headers.get('location')];
      }),
    );
    expect(seen).toEqual([
      [308, '/articles?tier=free'],
      [404, null],
    ]);
  });

  it('of a browser for a version that is not there is refused by a page', async () => {
    const path = `/articles/${free}/versions/9.9`;
    const refused = await ask(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('for what is not there is refused as that, in whatever form it was wanted', async () => {
    for (const path of ['/nothing', '/articles/nothing', '/tags/nothing', '/authors/nothing', '/series/nothing']) {
      const told = await ask(path, { headers: { accept: 'application/json' } });
      expect([path, told.status, (await told.json()).error.code]).toEqual([path, 404, 'not_found']);
      expect([path, (await ask(path, { headers: { accept: 'image/png' } })).status]).toEqual([path, 404]);
    }
    expect((await ask('/articles?page=2', { headers: { accept: 'image/png' } })).status).toBe(406);
  });

  it('to a list of articles that nobody asked for before is counted too, and made once', async () => {
    const service = await startProcess({ RATE_LIMIT_PER_MINUTE: '3' });
    const request: [path: string, status: number][] = [
      ['/articles?page=2', 200],
      ['/articles?tier=paid', 200],
      ['/articles?page=2&from=elsewhere', 200],
      ['/articles?tag=one', 200],
      ['/articles?tag=two', 429],
      ['/articles?tag=one&page=', 200],
      ['/articles?from=elsewhere', 200],
      ['/tags/nobody-wrote-of-this', 429],
    ];
    for (const [path, status] of request) {
      const response = await fetch(service.address + path);
      expect([path, response.status]).toEqual([path, status]);
      // What anybody may keep says nothing of the one who asked.
      expect(response.headers.has('x-ratelimit-remaining')).toBe(status === 429);
    }
    await service.kill('SIGTERM');
  });

  it('is counted by its key where it has one, and by its address where it has none', async () => {
    const service = await startProcess({ RATE_LIMIT_PER_MINUTE: '4' });
    const subscribe = async () => {
      const made = await fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST' });
      return SubscribeResponse.parse(await made.json()).api_key;
    };
    const [one, other] = [await subscribe(), await subscribe()];
    const left = async (key?: string) => {
      const response = await fetch(`${service.address}/api/v1/articles`, key ? bearer(key) : {});
      return response.headers.get('x-ratelimit-remaining');
    };
    expect([await left(one), await left(one), await left(other), await left()]).toEqual(['3', '2', '3', '3']);
    await service.kill('SIGTERM');
  });
});
