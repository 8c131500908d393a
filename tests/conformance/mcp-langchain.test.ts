import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsUrl, findOut, productUrl } from './mcp-service.ts';

describe("LangChain's MCP adapters", () => {
  let known: Awaited<ReturnType<typeof findOut>>;
  let client: MultiServerMCPClient;

  beforeAll(async () => {
    known = await findOut();
    client = new MultiServerMCPClient({
      articles: { transport: 'http', url: productUrl.href },
      subscribed: { transport: 'http', url: productUrl.href, headers: { authorization: `Bearer ${known.key}` } },
      docs: { transport: 'http', url: docsUrl.href },
    });
  });

  afterAll(() => client.close());

  async function call(server: string, tool: string, args: Record<string, unknown>): Promise<string> {
    const found = (await client.getTools(server)).find(({ name }) => name === tool);
    return JSON.stringify(await found?.invoke(args));
  }

  it('make tools of both servers, each described', async () => {
    const tools = await client.getTools('articles', 'docs');
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_articles', 'get_article', 'get_pricing'],
      ...['search_docs', 'read_doc'],
    ]);
    for (const { description } of tools) expect(description).toMatch(/Use it/);
  });

  it('search, and read a free article and the documentation', async () => {
    expect(await call('articles', 'search_articles', { query: known.free.replaceAll('-', ' ') })).toContain(known.free);
    expect(await call('articles', 'get_article', { slug: known.free })).toContain('access_level');
    expect(await call('docs', 'read_doc', { path: '/auth.md' })).toContain('auth.md');
  });

  it('show a model by the message alone how to go on at a paid article, which a key then opens', async () => {
    await expect(call('articles', 'get_article', { slug: known.paid })).rejects.toThrow(
      /0\.05 USD.*POST \S+\/api\/v1\/agent\/subscribe.*Authorization: Bearer/s,
    );
    expect(await call('subscribed', 'get_article', { slug: known.paid })).toContain('subscriber');
  });
});
