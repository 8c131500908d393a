/**
 * What the reference MCP SDK answers to plain requests, and how large a tool list is.
 * Quoted in content/articles/mcp-for-publishers.md. Run: node tests/load/article-figures/mcp-plain-requests.ts
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { z } from 'zod';
import { report } from './machine.ts';

/** One stateless server for each request, as the SDK asks for. */
async function answer(request: Request): Promise<Response> {
  const server = new McpServer({ name: 'probe', version: '1.0.0' });
  server.registerTool(
    'get_article',
    { description: 'Reads one article.', inputSchema: { slug: z.string() } },
    async ({ slug }) => ({ content: [{ type: 'text', text: slug }] }),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request);
}

const initialize = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
const whole = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'probe', version: '1' } };
const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const both = 'application/json, text/event-stream';

const cases: { name: string; accept: string; body: unknown }[] = [
  { name: 'initialize, both types accepted', accept: both, body: initialize(whole) },
  { name: 'initialize, Accept: */* (curl)', accept: '*/*', body: initialize(whole) },
  { name: 'initialize, Accept: application/json', accept: 'application/json', body: initialize(whole) },
  { name: 'initialize with empty params', accept: both, body: initialize({}) },
  {
    name: 'initialize, version 2099-01-01',
    accept: both,
    body: initialize({ ...whole, protocolVersion: '2099-01-01' }),
  },
  { name: 'unknown method', accept: both, body: { jsonrpc: '2.0', id: 1, method: 'articles/burn' } },
  { name: 'unknown tool', accept: both, body: call('burn_article', {}) },
  { name: 'known tool, wrong arguments', accept: both, body: call('get_article', { slag: 'x' }) },
];

const Envelope = z.object({
  error: z.object({ code: z.number() }).optional(),
  result: z.object({ isError: z.boolean().optional(), protocolVersion: z.string().optional() }).optional(),
});

const rows = [];
for (const { name, accept, body } of cases) {
  const headers = { accept, 'content-type': 'application/json' };
  const response = await answer(
    new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  const { error, result } = Envelope.parse(await response.json());
  const kind = error
    ? `error ${error.code}`
    : result?.isError
      ? 'result with isError'
      : `result ${result?.protocolVersion ?? ''}`;
  rows.push({ request: name, status: response.status, answer: kind });
}
report('Reference SDK 1.32.2, stateless, JSON answers', rows);
