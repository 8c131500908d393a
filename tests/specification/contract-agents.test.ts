import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { ask, askJson, baseUrl, bearer, newKey, pickArticles, postJson } from '../support/client.ts';

/** What docs/contract.md says of tool servers and of authorization, that no other file is about. */

async function rpc(path: string, method: string, params: unknown = {}) {
  return McpResponse.parse(await (await postJson(path, { jsonrpc: '2.0', id: 1, method, params })).json());
}

const Tools = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      inputSchema: z.looseObject({
        properties: z.record(z.string(), z.unknown()).default({}),
        required: z.array(z.string()).default([]),
      }),
    }),
  ),
});

describe('the tools', () => {
  it.each([
    ['/mcp', 'search_articles', 'query limit? offset? tier? tag? updated_since?'],
    ['/mcp', 'get_article', 'slug section? version? detail?'],
    ['/mcp', 'get_pricing', ''],
    ['/mcp/docs', 'search_docs', 'query limit?'],
    ['/mcp/docs', 'read_doc', 'path'],
    ['/mcp/connector', 'search', 'query'],
    ['/mcp/connector', 'fetch', 'id'],
    ['/mcp/connector', 'verify_quote', 'quote id? version? section?'],
  ])('at %s: %s takes {%s}', async (path, tool, args) => {
    const { tools } = Tools.parse((await rpc(path, 'tools/list')).result);
    const { properties, required } = tools.find(({ name }) => name === tool)?.inputSchema ?? {};
    const taken = Object.keys(properties ?? {}).map((name) => (required?.includes(name) ? name : `${name}?`));
    expect(taken.sort()).toEqual(args.split(' ').filter(Boolean).sort());
  });

  it('answer text for every client and the same as an object', async () => {
    const { free } = await pickArticles();
    const calls = [
      ['/mcp', 'search_articles', { query: 'payment' }],
      ['/mcp', 'get_article', { slug: free }],
      ['/mcp', 'get_pricing', {}],
      ['/mcp/docs', 'search_docs', { query: 'payment' }],
      ['/mcp/docs', 'read_doc', { path: '/auth.md' }],
      ['/mcp/connector', 'search', { query: 'payment' }],
      ['/mcp/connector', 'fetch', { id: free }],
      ['/mcp/connector', 'verify_quote', { quote: 'payment' }],
    ] as const;
    for (const [path, name, args] of calls) {
      const { result } = await rpc(path, 'tools/call', { name, arguments: args });
      expect([name, result]).toEqual([
        name,
        expect.objectContaining({
          structuredContent: expect.any(Object),
          content: [expect.objectContaining({ type: 'text' })],
        }),
      ]);
    }
  });

  it.each(['/mcp', '/mcp/docs', '/mcp/connector'])('that %s does not have are refused as bad params', async (path) => {
    const { error } = await rpc(path, 'tools/call', { name: 'no_such_tool', arguments: {} });
    expect(error?.code).toBe(-32602);
  });
});

describe('the methods of the tool servers', () => {
  it.each([
    ['initialize', {}],
    ['ping', {}],
    ['tools/list', {}],
    ['tools/call', { name: 'get_pricing', arguments: {} }],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
  ])('have %s', async (method, params) => {
    const { result, error } = await rpc('/mcp', method, params);
    expect([error, result]).toEqual([undefined, expect.any(Object)]);
  });
});

describe('authorization', () => {
  it('protects the whole, the tool servers and the API by a document each, which name one issuer', async () => {
    const Resource = z.looseObject({ resource: z.string(), authorization_servers: z.array(z.string()) });
    for (const path of ['', '/mcp', '/api/v1']) {
      const named = await askJson(`/.well-known/oauth-protected-resource${path}`, Resource);
      expect(named).toMatchObject({ resource: baseUrl + path, authorization_servers: [baseUrl] });
    }
  });

  it.each(['', '/mcp', '/api/v1'])('gives a token for the resource "%s" that is good there', async (path) => {
    const terms = { grant_type: 'client_credentials', client_id: 'agent', client_secret: await newKey() };
    const body = new URLSearchParams({ ...terms, resource: baseUrl + path });
    const { access_token } = await (await ask('/agent/auth/token', { method: 'POST', body })).json();
    const { paid } = await pickArticles();
    const article = await ask(`/api/v1/articles/${paid}`, bearer(access_token));
    const ping = await postJson('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, bearer(access_token).headers);
    expect([article.status, ping.status]).toEqual([path === '/mcp' ? 401 : 200, path === '/api/v1' ? 401 : 200]);
  });
});
