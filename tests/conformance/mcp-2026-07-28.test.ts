import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { docsUrl, findOut, productUrl, send } from './mcp-service.ts';

const version = '2026-07-28';
const key = (name: string) => `io.modelcontextprotocol/${name}`;
const envelope = { [key('protocolVersion')]: version, [key('clientCapabilities')]: {} };

async function connect(url: URL, mode: 'auto' | 'legacy' | { pin: string }, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'quire-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** One request of the revision, with its headers; `change` spoils it. */
async function ask(
  method: string,
  params: Record<string, unknown> = {},
  change: { headers?: Record<string, string>; meta?: Record<string, unknown>; url?: URL } = {},
) {
  const { headers = {}, meta = envelope, url = productUrl } = change;
  const body = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } };
  const response = await send(url, body, { 'mcp-protocol-version': version, 'mcp-method': method, ...headers });
  return { status: response.status, ...McpResponse.parse(await response.json()) };
}

describe('the client of MCP 2026-07-28, pinned to it', () => {
  it('finds, is asked to pay, and reads with a key, without a handshake', async () => {
    const known = await findOut();
    const anonymous = await connect(productUrl, { pin: version });
    expect(anonymous.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await anonymous.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_articles', 'get_article', 'get_pricing']);
    const found = await anonymous.callTool({ name: 'search_articles', arguments: { query: known.free } });
    expect(found.structuredContent).toHaveProperty('results.0.slug');
    const call = { name: 'get_article', arguments: { slug: known.paid } };
    await expect(anonymous.callTool(call)).rejects.toMatchObject({
      code: 402,
      message: expect.stringContaining('/api/v1/agent/subscribe'),
      data: { payment: { required: true } },
    });
    const subscriber = await connect(productUrl, { pin: version }, { authorization: `Bearer ${known.key}` });
    const { structuredContent } = await subscriber.callTool(call);
    expect(structuredContent).toMatchObject({ slug: known.paid, access_level: 'subscriber' });
    await Promise.all([anonymous.close(), subscriber.close()]);
  });

  it('reads resources, prompts, completions and documents', async () => {
    const { free } = await findOut();
    const [articles, docs] = [await connect(productUrl, { pin: version }), await connect(docsUrl, { pin: version })];
    const { resources } = await articles.listResources();
    const uri = resources.find(({ name }) => name === free)?.uri ?? '';
    expect((await articles.readResource({ uri })).contents[0]).toMatchObject({ mimeType: 'text/markdown' });
    const prompt = await articles.getPrompt({ name: 'cite_article', arguments: { slug: free } });
    expect(prompt.messages[0]?.content).toMatchObject({ type: 'text' });
    const ref = { type: 'ref/prompt', name: 'cite_article' } as const;
    const { completion } = await articles.complete({ ref, argument: { name: 'style', value: 'b' } });
    expect(completion.values).toEqual(['bibtex']);
    const doc = await docs.callTool({ name: 'read_doc', arguments: { path: '/developers.md' } });
    expect(doc.structuredContent).toMatchObject({ path: '/developers.md' });
    await Promise.all([articles.close(), docs.close()]);
  });

  it.each([
    ['auto', version],
    ['legacy', '2025-11-25'],
  ] as const)('speaks, left to %s, %s', async (mode, expected) => {
    const client = await connect(productUrl, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(expected);
    expect((await client.listTools()).tools).toHaveLength(3);
    await client.close();
  });
});

describe('MCP 2026-07-28', () => {
  it('says what it is without a handshake', async () => {
    const { status, result } = await ask('server/discover');
    expect(status).toBe(200);
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [version],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('search_articles'),
      cacheScope: 'public',
      _meta: { [key('serverInfo')]: { version: '0.1.0' } },
    });
  });

  it('gives the same tools and the same article as the older revisions, in its own envelope', async () => {
    const { free } = await findOut();
    const call = { name: 'get_article', arguments: { slug: free } };
    for (const [method, params, name] of [
      ['tools/list', {}, {}],
      ['tools/call', call, { 'mcp-name': call.name }],
    ] as const) {
      const { result } = await ask(method, params, { headers: name });
      const old = await send(productUrl, { jsonrpc: '2.0', id: 7, method, params });
      expect(result).toMatchObject(McpResponse.parse(await old.json()).result ?? {});
      expect(result).toMatchObject({ resultType: 'complete' });
    }
  });

  it('shares no answer of a resource between readers, and says how long a list is good', async () => {
    const { free } = await findOut();
    const uri = new URL(`/articles/${free}.md`, productUrl).href;
    const read = await ask('resources/read', { uri }, { headers: { 'mcp-name': uri } });
    expect(read.result).toMatchObject({ cacheScope: 'private', ttlMs: expect.any(Number) });
    expect((await ask('resources/list')).result).toMatchObject({ cacheScope: 'public', ttlMs: expect.any(Number) });
  });

  it.each([
    [
      'a version that nobody speaks',
      {
        headers: { 'mcp-protocol-version': '1900-01-01' },
        meta: { ...envelope, [key('protocolVersion')]: '1900-01-01' },
      },
      -32022,
    ],
    [
      'a version of the handshake',
      {
        headers: { 'mcp-protocol-version': '2025-11-25' },
        meta: { ...envelope, [key('protocolVersion')]: '2025-11-25' },
      },
      -32022,
    ],
    ['a header of another version', { headers: { 'mcp-protocol-version': '2025-11-25' } }, -32020],
    ['a header of another method', { headers: { 'mcp-method': 'tools/list' } }, -32020],
    ['no capabilities', { meta: { [key('protocolVersion')]: version } }, -32602],
    ['no envelope', { meta: {} }, -32602],
  ])('refuses %s with 400', async (_, change, code) => {
    expect(await ask('server/discover', {}, change)).toMatchObject({ status: 400, id: 7, error: { code } });
  });

  it('takes the name of a tool from a header only if the body says the same, encoded or not', async () => {
    const call = { name: 'get_pricing', arguments: {} };
    const by = (header: string | undefined) =>
      ask('tools/call', call, header === undefined ? {} : { headers: { 'mcp-name': header } });
    expect((await by('get_pricing')).status).toBe(200);
    expect((await by(`=?base64?${btoa('get_pricing')}?=`)).status).toBe(200);
    for (const wrong of [undefined, 'get_article', '=?base64?!?=', 'GET_PRICING']) {
      expect(await by(wrong)).toMatchObject({ status: 400, error: { code: -32020 } });
    }
  });

  it.each(['ping', 'initialize', 'logging/setLevel', 'resources/subscribe', 'constructor'])(
    'has no method %s',
    async (method) => {
      expect(await ask(method)).toMatchObject({ status: 404, id: 7, error: { code: -32601 } });
    },
  );

  it('names every version to a client that speaks by its header alone', async () => {
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    const response = await send(productUrl, ping, { 'mcp-protocol-version': '2024-11-05' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 7,
      error: {
        code: -32022,
        data: { requested: '2024-11-05', supported: [version, '2025-11-25', '2025-06-18', '2025-03-26'] },
      },
    });
  });

  it('refuses a wrong credential as the older revisions do', async () => {
    const headers = { authorization: 'Bearer quire_demo_00' };
    expect((await ask('tools/list', {}, { headers })).status).toBe(401);
  });
});
