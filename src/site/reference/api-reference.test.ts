import { expect, it, vi } from 'vitest';

it('lists the members of a JSON body, of a union those of the first, and the recorded request with its response', async () => {
  vi.stubEnv('BASE_URL', 'http://localhost:4321');
  const { readReference } = await import('./api-reference.ts');
  const operations = readReference({
    listArticles: {
      request: { method: 'GET', target: '/api/v1/articles', headers: {} },
      status: 200,
      body: { data: [] },
    },
    getArticle: {
      request: { method: 'GET', target: '/api/sandbox/v1/articles/a%20b?detail=outline', headers: {} },
      status: 200,
    },
    verifyQuote: {
      request: {
        method: 'POST',
        target: '/api/v1/verify',
        headers: {},
        body: { json: { quotes: [{ exact: 'a' }], key: '$KEY' } },
      },
      status: 200,
    },
  });
  const list = operations.find(({ id }) => id === 'listArticles');
  expect(list?.samples.map(({ name }) => name)).toEqual(['curl', 'JavaScript', 'Python']);
  expect(list?.response).toEqual({ status: 200, json: '{\n  "data": []\n}' });
  expect(operations.find(({ id }) => id === 'getArticle')?.example).toEqual({ slug: 'a b', detail: 'outline' });
  expect(operations.find(({ id }) => id === 'verifyQuote')?.example).toEqual({ quotes: '[{"exact":"a"}]' });
  const mcp = operations.find(({ id }) => id === 'mcpProduct');
  expect(mcp?.body.map(({ name }) => name)).toEqual(expect.arrayContaining(['jsonrpc', 'method']));
  const subscribe = operations.find(({ path }) => path === '/api/v1/agent/subscribe');
  expect(subscribe?.responses[0]?.fields.map(({ name }) => name)).toContain('api_key');

  const credentialOf = (id: string) => operations.find((operation) => operation.id === id)?.credential;
  expect(credentialOf('getPricing')).toBe('No credential');
  expect(credentialOf('getArticle')).toBe('Credential optional; a token needs `articles:read`');
  expect(credentialOf('getAccount')).toBe('Needs a key or a token');
});
