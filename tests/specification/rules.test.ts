import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { PaginatedArticles } from '../../src/contract/schemas-articles.ts';
import { ErrorBody, PaymentError } from '../../src/contract/schemas-errors.ts';
import { ask, askJson, baseUrl, bearer, newKey, postJson, slugsByTier } from '../support/client.ts';

describe('the sandbox', () => {
  it('mirrors every /api/v1 address and says so in X-Sandbox, which /api/v1 does not send', async () => {
    const { paid } = await slugsByTier();
    for (const path of ['/articles', `/articles/${paid[0]}`, '/pricing', '/nothing']) {
      const live = await ask(`/api/v1${path}`);
      const mirror = await ask(`/api/sandbox/v1${path}`);
      expect(mirror.status).toBe(live.status);
      expect(mirror.headers.get('x-sandbox')).toBe('true');
      expect(live.headers.get('x-sandbox')).toBeNull();
    }
  });

  it('keeps the links of an answer on the mirror', async () => {
    const { pagination } = await askJson('/api/sandbox/v1/articles?per_page=2', PaginatedArticles);
    expect(pagination.next).toBe(`${baseUrl}/api/sandbox/v1/articles?per_page=2&page=2`);
    const { paid } = await slugsByTier();
    const { payment } = await askJson(`/api/sandbox/v1/articles/${paid[0]}`, PaymentError);
    expect(payment.pay_endpoint).toBe(`${baseUrl}/api/sandbox/v1/agent/subscribe`);
  });

  it('hands out keys that open the sandbox', async () => {
    const { paid } = await slugsByTier();
    const response = await ask('/api/sandbox/v1/agent/subscribe', { method: 'POST' });
    const { api_key } = SubscribeResponse.parse(await response.json());
    expect((await ask(`/api/sandbox/v1/articles/${paid[0]}`, bearer(api_key))).status).toBe(200);
  });
});

describe('errors', () => {
  it.each([
    ['GET', '/api/v1/nothing', 404, 'not_found'],
    ['DELETE', '/api/v1/articles', 405, 'method_not_allowed'],
    ['PUT', '/api/v1/pricing', 405, 'method_not_allowed'],
    ['GET', '/api/v1/agent/subscribe', 405, 'method_not_allowed'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const response = await ask(path, { method });
    expect(response.status).toBe(status);
    const { error } = ErrorBody.parse(await response.json());
    expect(error).toMatchObject({ code, message: expect.any(String), docs_url: `${baseUrl}/developers.md#${code}` });
    if (status === 405) expect(response.headers.get('allow')).toBeTruthy();
  });

  it('take the form of the protocol they are about, for a wrong method too', async () => {
    const oauth = await ask('/agent/auth/token');
    expect([oauth.status, oauth.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await oauth.json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
    const tools = await ask('/mcp');
    expect(tools.status).toBe(405);
    expect(await tools.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });

  it('are JSON under an API address even when the path cannot be read, and say which methods a page takes', async () => {
    const unreadable = await ask('/api/v1/articles/a%2Fb');
    expect(unreadable.status).toBe(400);
    expect(ErrorBody.parse(await unreadable.json()).error.code).toBe('invalid_request');
    for (const path of ['/articles', '/pricing', '/openapi.json']) {
      const response = await ask(path, { method: 'POST', body: '' });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    }
    expect((await ask('/agent/auth', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  it('name bad JSON, a wrong type, a body over 64 KiB and an Accept that cannot be met', async () => {
    const post = (body: string, type = 'application/json') =>
      ask('/api/v1/agent/subscribe', { method: 'POST', body, headers: { 'content-type': type } });
    const expectCode = async (response: Response, status: number, code: string) => {
      expect(response.status).toBe(status);
      expect(ErrorBody.parse(await response.json()).error.code).toBe(code);
    };
    await expectCode(await post('{'), 400, 'invalid_json');
    await expectCode(await post('plan=x', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type');
    await expectCode(await post(JSON.stringify({ plan: 'x'.repeat(70_000) })), 413, 'payload_too_large');
    await expectCode(await ask('/api/v1/articles', { headers: { accept: 'image/png' } }), 406, 'not_acceptable');
  });

  it('are documented one by one at their docs_url', async () => {
    const { errorCodes } = await import('../../src/contract/error-table.ts');
    const developers = await (await ask('/developers.md')).text();
    for (const code of errorCodes) expect(developers).toContain(`### ${code}`);
  });

  it('say on their page what to send as it is sent, with straight quotation marks', async () => {
    const html = await (await ask('/developers/errors', { headers: { accept: 'text/html' } })).text();
    const page = html.replaceAll('<wbr>', '');
    expect(page).toContain('<code>/ask?query=...</code>, or POST <code>{&quot;query&quot;:&quot;...&quot;}</code>.');
    expect(page).toContain('<code>/api/v1/articles</code>.');
  });
});

describe('limits', () => {
  it('are told on every API answer, in the old form and in the IETF one', async () => {
    for (const path of ['/api/v1/articles', '/api/v1/nothing', '/ask?query=x', '/api/sandbox/v1/pricing']) {
      const { headers } = await ask(path);
      const limit = Number(headers.get('x-ratelimit-limit'));
      expect(limit).toBeGreaterThan(0);
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(limit);
      expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now() - 1000);
      expect(headers.get('ratelimit-policy')).toContain(`q=${limit};w=60`);
      expect(headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+$/);
    }
  });
});

describe('HTTP manners', () => {
  it('allow any origin without cookies and expose the headers that agents read', async () => {
    const preflight = await ask('/api/v1/articles', {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const { headers } = await ask('/api/v1/articles');
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
  });

  it('answer HEAD as GET without the body, and 304 to the tag of a public answer', async () => {
    const got = await ask('/api/v1/articles');
    const head = await ask('/api/v1/articles', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const etag = got.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(head.headers.get('etag')).toBe(etag);
    const { paid } = await slugsByTier();
    const refused = await ask(`/api/v1/articles/${paid[0]}`);
    const refusedHead = await ask(`/api/v1/articles/${paid[0]}`, { method: 'HEAD' });
    expect(refusedHead.status).toBe(402);
    expect(refusedHead.headers.get('content-length')).toBe(refused.headers.get('content-length'));
    expect((await ask('/api/v1/articles', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('echo a sane X-Request-Id and replace another', async () => {
    expect(
      (await ask('/api/v1/pricing', { headers: { 'x-request-id': 'agent-42' } })).headers.get('x-request-id'),
    ).toBe('agent-42');
    expect(
      (await ask('/api/v1/pricing', { headers: { 'x-request-id': 'a b"c' } })).headers.get('x-request-id'),
    ).toMatch(/^[\w-]{16}$/);
  });
});

describe('the documents', () => {
  it('describe the API by OpenAPI 3.1, version 0.1.0, with production and sandbox as servers', async () => {
    const Description = z.looseObject({
      openapi: z.string(),
      info: z.looseObject({ version: z.string() }),
      servers: z.array(z.looseObject({ url: z.string() })),
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    });
    const { openapi, info, servers, paths } = await askJson('/openapi.json', Description);
    expect([openapi.slice(0, 3), info.version]).toEqual(['3.1', '0.1.0']);
    expect(servers.map(({ url }) => url)).toEqual([baseUrl, `${baseUrl}/api/sandbox/v1`]);
    const ids = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .map((operation) => z.looseObject({ operationId: z.string() }).safeParse(operation).data?.operationId);
    const named = [
      'listArticles',
      'getArticle',
      'getPricing',
      'agentSubscribe',
      'askGet',
      'askPost',
      'mcpProduct',
      'mcpDocs',
      'checkoutOptions',
      'checkoutCreate',
    ];
    expect(ids).toEqual(expect.arrayContaining(named));
    expect(JSON.stringify(paths['/api/v1/articles/{slug}'])).toContain('x-payment-info');
  });

  it.each([
    ['/developers.md', 'text/markdown'],
    ['/auth.md', 'text/markdown'],
    ['/pricing', 'text/html'],
    ['/why', 'text/html'],
    ['/.well-known/mcp/server-card.json', 'application/json'],
    ['/.well-known/x402', 'application/json'],
  ])('%s is served as %s', async (path, type) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
  });

  it.each([
    '/openapi.json',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/mcp/server-card.json',
    '/developers.md',
  ])('%s may be read by a program in any browser', async (path) => {
    const preflight = await ask(path, { method: 'OPTIONS', headers: { origin: 'https://agent.example' } });
    expect(preflight.status).toBe(204);
    for (const { headers } of [preflight, await ask(path)])
      expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('name x402 for paid articles and nothing else', async () => {
    const { paid } = await slugsByTier();
    const response = await ask(`/api/v1/articles/${paid[0]}`);
    expect(response.headers.get('payment-required')).toBeTruthy();
    const { resources } = await askJson('/.well-known/x402', z.looseObject({ resources: z.array(z.string()) }));
    expect(resources.sort()).toEqual(paid.map((slug) => `${baseUrl}/api/v1/articles/${slug}`).sort());
    expect((await postJson('/api/v1/agent/subscribe', {})).headers.get('payment-required')).toBeNull();
    expect(await newKey()).toContain('_demo_');
  });
});
