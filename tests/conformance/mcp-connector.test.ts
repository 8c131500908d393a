import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Article } from '../../src/contract/schemas-articles.ts';
import { VerifiedQuote } from '../../src/contract/schemas-evidence.ts';
import { fetchArticle, search } from '../../src/protocols/mcp/connector-tool-list.ts';
import { askJson, bearer, withAbsoluteLinks } from '../support/client.ts';
import { connectorUrl, findOut } from './mcp-service.ts';

/** /mcp/connector with the SDK's own client, called as ChatGPT calls it: `search`, then `fetch` by id. */

async function connect(headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'chat', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(connectorUrl, { requestInit: { headers } }));
  // Afterwards callTool checks every structuredContent against the tool's output schema.
  await client.listTools();
  return client;
}

const TextResult = z.looseObject({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.unknown(),
  _meta: z.looseObject({ citations: z.array(z.unknown()).optional() }).optional(),
});
/** Draft SEP-3094. */
const Citation = z.object({
  id: z.string(),
  target: z.looseObject({
    source: z.url(),
    'schema:citation': z.looseObject({
      'schema:url': z.url(),
      'schema:name': z.string(),
      'schema:sha256': z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
  }),
});

describe('the tool server for chat clients', () => {
  let known: Awaited<ReturnType<typeof findOut>>;
  let anonymous: Client;
  let subscriber: Client;

  beforeAll(async () => {
    known = await findOut();
    [anonymous, subscriber] = await Promise.all([connect(), connect({ authorization: `Bearer ${known.key}` })]);
  });

  afterAll(async () => {
    await Promise.all([anonymous, subscriber].map((client) => client.close()));
  });

  async function call(client: Client, name: string, args: Record<string, unknown>) {
    const result = TextResult.parse(await client.callTool({ name, arguments: args }));
    // Chat clients read the text, others the structure: both are the same JSON.
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    return { value: result.structuredContent, citations: z.array(Citation).parse(result._meta?.citations ?? []) };
  }

  it('has the tools search, fetch and verify_quote and no other', async () => {
    const { tools } = await anonymous.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch', 'verify_quote']);
    for (const tool of tools) expect(tool.annotations?.readOnlyHint).toBe(true);
    expect(anonymous.getServerCapabilities()).not.toHaveProperty('prompts');
  });

  it('returns id, title and URL of each article that search found, and cites the section', async () => {
    const { value, citations } = await call(anonymous, 'search', { query: known.free.replaceAll('-', ' ') });
    const { results } = search.output.parse(value);
    expect(results.length).toBeGreaterThan(0);
    expect(results.map(({ id }) => id)).toContain(known.free);
    for (const result of results) expect(Object.keys(result)).toEqual(['id', 'title', 'url']);
    expect(citations.map(({ target }) => target['schema:citation']['schema:name'])).toEqual(
      results.map(({ title }) => title.replace('RETRACTED: ', '')),
    );
  });

  it('fetches a free article whole, with citation, licence and standing, and cites the version it returned', async () => {
    const { value, citations } = await call(anonymous, 'fetch', { id: known.free });
    const { id, title, text, url, metadata } = fetchArticle.output.parse(value);
    const article = await askJson(`/api/v1/articles/${known.free}`, Article);
    expect({ id, title, url }).toEqual({ id: known.free, title: article.title, url: article.url });
    expect(text).toContain(withAbsoluteLinks(article.markdown));
    expect(metadata).toMatchObject({ access: 'full', tier: 'free', standing: article.standing });
    expect(citations).toHaveLength(1);
    expect(citations[0]?.target.source).toBe(article.version_url);
    expect(citations[0]?.target['schema:citation']['schema:sha256']).toBe(
      article.content_digest?.replace('sha256:', ''),
    );
  });

  it('fetches one section by the fragment of an id or of a URL', async () => {
    const { outline } = await askJson(`/api/v1/articles/${known.free}`, Article);
    const section = outline?.at(-1)?.id ?? '';
    const { value } = await call(anonymous, 'fetch', { id: `${known.free}#${section}` });
    const { value: same } = await call(anonymous, 'fetch', { id: fetchArticle.output.parse(value).url });
    expect(same).toEqual(value);
    const { value: whole } = await call(anonymous, 'fetch', { id: known.free });
    expect(fetchArticle.output.parse(value).text.length).toBeLessThan(fetchArticle.output.parse(whole).text.length);
  });

  it('returns preview, standing and how to buy of a paid article, never an error, and all of it for a key', async () => {
    const preview = await call(anonymous, 'fetch', { id: known.paid });
    const { text, metadata } = fetchArticle.output.parse(preview.value);
    expect(metadata).toMatchObject({
      access: 'preview',
      tier: 'paid',
      standing: expect.any(String),
      price: expect.stringMatching(/^0\.\d+ USD$/),
      how_to_buy: expect.stringContaining('/agent/subscribe'),
    });
    expect(preview.citations[0]?.target['schema:citation']).not.toHaveProperty('schema:sha256');
    const { markdown, content_digest } = await askJson(`/api/v1/articles/${known.paid}`, Article, bearer(known.key));
    expect(text).not.toContain(withAbsoluteLinks(markdown));
    const opened = await call(subscriber, 'fetch', { id: known.paid });
    expect(fetchArticle.output.parse(opened.value)).toMatchObject({
      text: expect.stringContaining(withAbsoluteLinks(markdown)),
      metadata: { access: 'full' },
    });
    expect(opened.citations[0]?.target['schema:citation']['schema:sha256']).toBe(
      content_digest?.replace('sha256:', ''),
    );
  });

  it('returns an error for a payment that failed', async () => {
    const _meta = { 'x402/payment': { x402Version: 2 } };
    const call = { name: 'fetch', arguments: { id: known.paid }, _meta };
    await expect(anonymous.callTool(call)).rejects.toMatchObject({ code: -32602 });
  });

  it('checks a quote with the operation that the API uses, and cites where it is', async () => {
    const { markdown = '' } = await askJson(`/api/v1/articles/${known.free}`, Article);
    const quote = /^[A-Z][^\n*_`[\]()$|<>]{60,140}[.]/m.exec(markdown)?.[0] ?? '';
    const found = await call(anonymous, 'verify_quote', { quote, id: known.free });
    const verified = VerifiedQuote.parse(found.value);
    expect(verified).toMatchObject({ status: 'exact', slug: known.free });
    expect(found.citations[0]?.target).toMatchObject({ source: verified.url, selector: verified.selectors });
    const absent = await call(anonymous, 'verify_quote', {
      quote: 'Nobody ever wrote these eleven words into an article here, surely.',
    });
    expect(absent).toEqual({ value: { status: 'absent' }, citations: [] });
  });

  it('tells of an unknown id as a bad argument, with the remedy', async () => {
    await expect(anonymous.callTool({ name: 'fetch', arguments: { id: 'no-such-article' } })).rejects.toMatchObject({
      code: -32602,
    });
  });
});
