import { expect, it, vi } from 'vitest';

it('lists the members of a JSON body, and of a choice those of the first', async () => {
  vi.stubEnv('SITE', 'http://localhost:4321');
  const { readReference } = await import('./api-reference.ts');
  const operations = readReference();
  const mcp = operations.find(({ id }) => id === 'mcpProduct');
  expect(mcp?.body.map(({ name }) => name)).toEqual(expect.arrayContaining(['jsonrpc', 'method']));
  const subscribe = operations.find(({ path }) => path === '/api/v1/agent/subscribe');
  expect(subscribe?.responses[0]?.fields.map(({ name }) => name)).toContain('api_key');
});
