import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CheckoutSession } from '../../src/contract/schemas-acp.ts';
import { AskResponse } from '../../src/contract/schemas-ask.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { ask, askJson, baseUrl, postJson, slugsByTier } from '../support/client.ts';

async function rpc(path: string, method: string, params?: unknown): Promise<z.infer<typeof McpResponse>> {
  const response = await postJson(path, { jsonrpc: '2.0', id: 7, method, ...(params === undefined ? {} : { params }) });
  return McpResponse.parse(await response.json());
}

describe('/ask', () => {
  it('answers GET as JSON with query_id, query and ranked results', async () => {
    const answer = await askJson('/ask?query=how+do+agents+pay+for+an+article', AskResponse);
    expect(answer.query).toBe('how do agents pay for an article');
    expect(answer.query_id).not.toBe('');
    expect(answer.results.length).toBeGreaterThan(0);
    const scores = answer.results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { url, name, score, schema_object } of answer.results) {
      expect(url.startsWith(`${baseUrl}/articles/`)).toBe(true);
      expect(name).not.toBe('');
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
      expect(schema_object['@type']).toBe('ScholarlyArticle');
    }
  });

  it('answers POST alike', async () => {
    const response = await postJson('/ask', { query: 'idempotency' });
    expect(response.status).toBe(200);
    expect(AskResponse.parse(await response.json()).query).toBe('idempotency');
  });

  it('answers as server-sent events when Accept prefers them', async () => {
    const response = await ask('/ask?query=idempotency', { headers: { accept: 'text/event-stream' } });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await response.text()).toMatch(/^data: \{/m);
  });

  it.each(['/ask', '/ask?query=', '/ask?query=%20'])('refuses %s with missing_query', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(400);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('missing_query');
  });
});

describe.each(['/mcp', '/mcp/docs'])('the tool server %s', (path) => {
  it('answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone', async () => {
    const { jsonrpc, id, result } = await rpc(path, 'initialize', {});
    expect({ jsonrpc, id }).toEqual({ jsonrpc: '2.0', id: 7 });
    expect(result).toMatchObject({ protocolVersion: '2025-03-26', serverInfo: { name: expect.any(String) } });
  });

  it('carries failures in the JSON-RPC error object', async () => {
    const { error } = await rpc(path, 'no/such/method');
    expect(error).toMatchObject({ code: -32601, message: expect.any(String) });
  });
});

describe('the tools', () => {
  const Tools = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });
  const names = async (path: string) =>
    Tools.parse((await rpc(path, 'tools/list')).result).tools.map(({ name }) => name);

  it('of /mcp are search_articles, get_article and get_pricing', async () => {
    expect((await names('/mcp')).sort()).toEqual(['get_article', 'get_pricing', 'search_articles']);
  });

  it('of /mcp/docs are search_docs and read_doc', async () => {
    expect((await names('/mcp/docs')).sort()).toEqual(['read_doc', 'search_docs']);
  });

  it('read a free article, and answer a paid one without credential by error 402 with the HTTP body as its data', async () => {
    const { free, paid } = await slugsByTier();
    const opened = await rpc('/mcp', 'tools/call', { name: 'get_article', arguments: { slug: free[0] } });
    expect(opened.result).toMatchObject({ structuredContent: { slug: free[0] } });
    const closed = await rpc('/mcp', 'tools/call', { name: 'get_article', arguments: { slug: paid[0] } });
    expect(closed.error).toMatchObject({ code: 402, data: { payment: { required: true } } });
  });
});

describe('/checkout_sessions', () => {
  it('answers OPTIONS with 204 and says that POST is allowed', async () => {
    const response = await ask('/checkout_sessions', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('answers a bare POST with a demo session', async () => {
    const response = await ask('/checkout_sessions', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(CheckoutSession.parse(await response.json()).status).toBe('ready_for_payment');
  });
});
