import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { ask, askJson, baseUrl, postJson, slugsByTier } from '../support/client.ts';
import { openDocument } from './openapi-document.ts';

async function readOperations() {
  const { operations } = openDocument(await (await ask('/openapi.json')).json());
  return operations.map((operation) => ({ ...operation, method: operation.method.toUpperCase() }));
}

/** The table of endpoints of the specification: what each is called, where it is, and what it may answer. */
const promised = [
  ['listArticles', 'GET', '/api/v1/articles', ['200']],
  ['getArticle', 'GET', '/api/v1/articles/{slug}', ['200', '401', '402', '404']],
  ['getPricing', 'GET', '/api/v1/pricing', ['200']],
  ['agentSubscribe', 'POST', '/api/v1/agent/subscribe', ['200']],
  ['askGet', 'GET', '/ask', ['200']],
  ['askPost', 'POST', '/ask', ['200']],
  ['mcpProduct', 'POST', '/mcp', ['200']],
  ['mcpDocs', 'POST', '/mcp/docs', ['200']],
  ['checkoutOptions', 'OPTIONS', '/checkout_sessions', ['204']],
  ['checkoutCreate', 'POST', '/checkout_sessions', ['200']],
] as const;
const requiredParameters: Readonly<Record<string, string[]>> = { getArticle: ['slug'], askGet: ['query'] };

describe('the version of the API', () => {
  it('stands in the path of every operation below /api', async () => {
    const paths = (await readOperations()).map(({ path }) => path).filter((path) => path.startsWith('/api'));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !/^\/api\/v1(?:\/|$)/.test(path))).toEqual([]);
  });

  it('is kept: each operation of version 1 is called, placed, asked and answered as it was promised', async () => {
    const operations = await readOperations();
    for (const [id, method, path, statuses] of promised) {
      const found = operations.find(({ operationId }) => operationId === id);
      expect([found?.method, found?.path], id).toEqual([method, path]);
      expect(Object.keys(found?.responses ?? {}), id).toEqual(expect.arrayContaining([...statuses]));
      const required = found?.parameters?.filter((parameter) => parameter.required).map(({ name }) => name) ?? [];
      expect(required, id).toEqual(requiredParameters[id] ?? []);
    }
  });

  it('leaves /api/v2 to what would break it: nothing is there yet, and the changelog says what it is for', async () => {
    for (const path of ['/api/v2', '/api/v2/articles', '/api/v2/pricing']) {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(ErrorBody.parse(await response.json()).error.code).toBe('not_found');
    }
    expect(await (await ask('/developers/changelog.md')).text()).toContain(
      'A breaking change is released under `/api/v2`',
    );
  });
});

describe('the address of the service', () => {
  it('is the one that all paths are relative to, by the first server of the description', async () => {
    const { servers } = await askJson(
      '/openapi.json',
      z.looseObject({ servers: z.array(z.looseObject({ url: z.string() })) }),
    );
    expect(servers[0]?.url).toBe(baseUrl);
    for (const [, method, path] of promised) {
      const response = await ask(path.replace('{slug}', 'no-such-article'), { method, redirect: 'manual' });
      expect([method, path, response.status === 405 || response.status >= 500]).toEqual([method, path, false]);
    }
  });

  it('answers JSON at every endpoint that has a body, when nothing else is asked for', async () => {
    for (const [id, method, path] of promised.filter(([, method]) => method !== 'OPTIONS')) {
      const body = path.startsWith('/mcp') ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : '{"query":"payment"}';
      const response = await ask(`${path.replace('{slug}', 'no-such-article')}${id === 'askGet' ? '?query=x' : ''}`, {
        method,
        ...(method === 'POST' && id !== 'checkoutCreate' && { body, headers: { 'content-type': 'application/json' } }),
      });
      expect(response.headers.get('content-type'), id).toMatch(/^application\/json/);
    }
  });
});

describe('a payment', () => {
  it('is never more than a test: whatever is offered, here and in the sandbox, is on a test network', async () => {
    const { paid } = await slugsByTier();
    const Offer = z.looseObject({ accepts: z.array(z.looseObject({ network: z.string(), asset: z.string() })) });
    /** USDC on Base Sepolia, as its issuer lists it. */
    const asset = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
    for (const mirror of ['/api/v1', '/api/sandbox/v1']) {
      const { accepts } = Offer.parse(await (await ask(`${mirror}/articles/${paid[0]}`)).json());
      expect(accepts).toEqual([expect.objectContaining({ network: 'base-sepolia', asset })]);
      const response = await ask(`${mirror}/articles/${paid[0]}`);
      const challenge = Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString();
      const offered = Offer.parse(JSON.parse(challenge)).accepts;
      expect(offered).toEqual([expect.objectContaining({ network: 'eip155:84532', asset })]);
    }
  });

  it('is not part of a subscription, which says so', async () => {
    const response = await postJson('/api/v1/agent/subscribe', { plan: 'subscriber' });
    expect(response.status).toBe(200);
    expect(response.headers.get('payment-required')).toBeNull();
    expect(await response.json()).toMatchObject({ status: 'demo', message: expect.stringMatching(/no payment/i) });
  });

  it('is declared by x402 for one endpoint of one resource, with where a key and the prices are', async () => {
    expect(await askJson('/.well-known/x402', z.looseObject({}))).toMatchObject({
      protocol: 'x402',
      resource: `${baseUrl}/api/v1`,
      endpoints: [{ path: '/api/v1/articles/{slug}', tier: 'paid' }],
      pay_endpoint: `${baseUrl}/api/v1/agent/subscribe`,
      pricing: `${baseUrl}/pricing`,
    });
    const payable = (await readOperations()).filter((operation) => 'x-payment-info' in operation);
    expect(payable.map(({ operationId }) => operationId)).toEqual(['getArticle']);
  });
});

describe('a protected path', () => {
  const challenge = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;

  it.each([undefined, 'Bearer not-a-token'])('answers 401 with the challenge to %s', async (authorization) => {
    for (const mirror of ['/api/v1', '/api/sandbox/v1']) {
      const response = await ask(`${mirror}/agent/account`, authorization ? { headers: { authorization } } : {});
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
    }
  });
});
