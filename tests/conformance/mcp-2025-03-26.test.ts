import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { docsUrl, productUrl, send } from './mcp-service.ts';

const initialize = (params?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  ...(params ? { params } : {}),
});
const asClient = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
});

async function versionFor(body: unknown, url = productUrl): Promise<unknown> {
  const response = await send(url, body);
  expect(response.status).toBe(200);
  return McpResponse.parse(await response.json()).result?.protocolVersion;
}

// The conformance suite begins at 2025-06-18; the specification advertises 2025-03-26 (section 9 rule 3).
describe('MCP 2025-03-26', () => {
  it('initialises with empty or absent params and only a Content-Type, on both servers', async () => {
    for (const url of [productUrl, docsUrl]) {
      expect(await versionFor({ ...initialize(), params: {} }, url)).toBe('2025-03-26');
      expect(await versionFor(initialize(), url)).toBe('2025-03-26');
    }
  });

  it('negotiates each supported version, and the latest for an unknown one', async () => {
    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      expect(await versionFor(initialize(asClient(version)))).toBe(version);
    }
    expect(await versionFor(initialize(asClient('1999-01-01')))).toBe('2025-11-25');
  });

  it('names its server, begins a session where articles change, and answers without one', async () => {
    const response = await send(productUrl, initialize());
    expect(response.headers.get('mcp-session-id')).toMatch(/^[0-9a-f]{64}$/);
    expect((await send(docsUrl, initialize())).headers.get('mcp-session-id')).toBeNull();
    const { result } = McpResponse.parse(await response.json());
    expect(result).toMatchObject({ serverInfo: { version: '0.1.0' }, capabilities: { tools: {} } });
    expect((await send(productUrl, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
  });

  it('accepts notifications with 202 and no body', async () => {
    const response = await send(productUrl, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });

  it('answers a batch member by member, leaving notifications out and a bad member alone', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '1.0', id: 'b', method: 'ping' },
      'nonsense',
      { jsonrpc: '2.0', id: 'c', method: 'tools/list' },
    ];
    const answers = z.array(McpResponse).parse(await (await send(productUrl, batch)).json());
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      ['a', undefined],
      ['b', -32600],
      [null, -32600],
      ['c', undefined],
    ]);
  });

  it('refuses an empty batch, and initialize inside one', async () => {
    const empty = await send(productUrl, []);
    expect([empty.status, McpResponse.parse(await empty.json()).error?.code]).toEqual([400, -32600]);
    const [answer] = z.array(McpResponse).parse(await (await send(productUrl, [initialize()])).json());
    expect(answer).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  it('has no stream to open and nothing to end without a session', async () => {
    for (const url of [productUrl, docsUrl]) {
      for (const method of ['GET', 'DELETE']) {
        const headers = { accept: 'application/json, text/event-stream' };
        const response = await fetch(url, { method, headers });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
        expect(McpResponse.parse(await response.json()).error).toMatchObject({ data: { code: 'method_not_allowed' } });
      }
    }
  });

  it('opens the stream of a session at once, and ends the session', async () => {
    const session = (await send(productUrl, initialize())).headers.get('mcp-session-id') ?? '';
    const headers = { accept: 'text/event-stream', 'mcp-session-id': session };
    const stream = await fetch(productUrl, { headers });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect((await fetch(productUrl, { method: 'HEAD', headers })).status).toBe(405);
    expect((await fetch(productUrl, { headers: { ...headers, accept: 'application/json' } })).status).toBe(406);
    expect((await fetch(productUrl, { headers: { ...headers, origin: 'https://evil.example' } })).status).toBe(403);
    const ended = await fetch(productUrl, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    expect(ended.status).toBe(204);
    expect(await stream.text()).toBe('');
    expect((await fetch(productUrl, { headers })).status).toBe(404);
  });

  it('lets programs and loopback pages in and keeps foreign pages out', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:1', productUrl.origin]) {
      expect((await send(productUrl, ping, { origin })).status).toBe(200);
    }
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const response = await send(productUrl, ping, { origin });
      expect(response.status).toBe(403);
      expect(McpResponse.parse(await response.json()).error?.data).toMatchObject({ code: 'origin_not_allowed' });
    }
  });

  it('answers an invalid credential with 401 and the challenge of the specification, and asks for none', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const url of [productUrl, docsUrl]) {
      const response = await send(url, ping, { authorization: 'Bearer quire_demo_00' });
      expect(response.status).toBe(401);
      const metadata = new URL('/.well-known/oauth-protected-resource', productUrl).href;
      expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
      expect(McpResponse.parse(await response.json()).error).toBeDefined();
      expect((await send(url, ping)).status).toBe(200);
    }
  });

  it('refuses a protocol version header it does not speak', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await send(productUrl, ping, { 'mcp-protocol-version': '2024-11-05' })).status).toBe(400);
    expect((await send(productUrl, ping, { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
  });
});
