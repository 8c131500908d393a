import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { withAbsoluteLinks } from '../support/client.ts';
import { docsUrl, findOut, productUrl } from './mcp-service.ts';

async function connect(url: URL, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'quire-test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  // Afterwards callTool checks every structuredContent against the tool's output schema.
  await client.listTools();
  return client;
}

describe("the SDK's own client", () => {
  let known: Awaited<ReturnType<typeof findOut>>;
  let anonymous: Client;
  let subscriber: Client;
  let docs: Client;

  beforeAll(async () => {
    known = await findOut();
    [anonymous, subscriber, docs] = await Promise.all([
      connect(productUrl),
      connect(productUrl, { authorization: `Bearer ${known.key}` }),
      connect(docsUrl),
    ]);
  });

  afterAll(async () => {
    await Promise.all([anonymous, subscriber, docs].map((client) => client.close()));
  });

  it('is told what each server is for', () => {
    expect(anonymous.getInstructions()).toContain('search_articles');
    expect(docs.getInstructions()).toContain('read_doc');
  });

  it('finds the tools of the specification, each described, with schemas and annotations', async () => {
    const { tools } = await anonymous.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_articles', 'get_article', 'get_pricing']);
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.description).toMatch(/Use it/);
      expect(tool.annotations?.readOnlyHint).toBe(true);
      expect(tool.outputSchema?.type).toBe('object');
    }
    const { tools: docTools } = await docs.listTools();
    expect(docTools.map(({ name }) => name)).toEqual(['search_docs', 'read_doc']);
  });

  it('searches, then reads what it found', async () => {
    const found = await anonymous.callTool({
      name: 'search_articles',
      arguments: { query: known.free.replaceAll('-', ' ') },
    });
    expect(found.structuredContent).toHaveProperty('results.0.slug');
    const { structuredContent, content } = await anonymous.callTool({
      name: 'get_article',
      arguments: { slug: known.free },
    });
    expect(structuredContent).toMatchObject({ slug: known.free, access_level: 'public' });
    // Markdown with a head that cites it, beside the structure.
    const { title, markdown } = Article.parse(structuredContent);
    const text = expect.stringMatching(
      new RegExp(`^# ${RegExp.escape(title)}\n[^]*${RegExp.escape(withAbsoluteLinks(markdown))}$`),
    );
    expect(content).toEqual([{ type: 'text', text }]);
  });

  it('is asked to pay for a paid article, and reads it with a key', async () => {
    const call = { name: 'get_article', arguments: { slug: known.paid } };
    await expect(anonymous.callTool(call)).rejects.toMatchObject({
      code: 402,
      data: { error: { code: 'payment_required' }, payment: { required: true }, x402Version: 2 },
    });
    const { structuredContent } = await subscriber.callTool(call);
    expect(structuredContent).toMatchObject({ slug: known.paid, access_level: 'subscriber' });
  });

  it('reads prices and documents', async () => {
    const { structuredContent } = await anonymous.callTool({ name: 'get_pricing', arguments: {} });
    expect(structuredContent).toHaveProperty('tiers.0.tier');
    const doc = await docs.callTool({ name: 'read_doc', arguments: { path: '/developers.md' } });
    expect(doc.structuredContent).toMatchObject({ path: '/developers.md' });
    await expect(docs.callTool({ name: 'read_doc', arguments: { path: '../package.json' } })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('lists, templates and reads resources', async () => {
    const { resources } = await anonymous.listResources();
    const entry = resources.find(({ name }) => name === known.paid);
    const { contents } = await anonymous.readResource({ uri: entry?.uri ?? '' });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('preview') });
    const { resourceTemplates } = await anonymous.listResourceTemplates();
    const ref = { type: 'ref/resource', uri: resourceTemplates[0]?.uriTemplate ?? '' } as const;
    const { completion } = await anonymous.complete({ ref, argument: { name: 'slug', value: known.free.slice(0, 3) } });
    expect(completion.values).toContain(known.free);
  });

  it('gets prompts, with their arguments completed', async () => {
    const { prompts } = await anonymous.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['review_evidence', 'compare_articles', 'cite_article']);
    const { messages } = await anonymous.getPrompt({
      name: 'cite_article',
      arguments: { slug: known.free, style: 'bibtex' },
    });
    expect(messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringContaining('@') });
    const ref = { type: 'ref/prompt', name: 'cite_article' } as const;
    const { completion } = await anonymous.complete({ ref, argument: { name: 'style', value: 'b' } });
    expect(completion.values).toEqual(['bibtex']);
  });
});
