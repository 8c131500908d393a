import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openDoor, post } from '../../../tests/conformance/mcp-harness.ts';
import { McpResponse } from '../../contract/schemas-mcp.ts';

const methods = [
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/cancelled',
  '__proto__',
  '',
];
const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      name: fc.oneof(fc.constantFrom('get_article', 'search_articles', 'cite_article', 'constructor'), fc.jsonValue()),
      arguments: fc.oneof(
        fc.record({
          slug: fc.oneof(fc.constantFrom('paid-study', '__proto__', '../x'), fc.string()),
          query: fc.string(),
        }),
        fc.jsonValue(),
      ),
      uri: fc.oneof(fc.constant('https://quire.test/articles/paid-study.md'), fc.webUrl(), fc.jsonValue()),
      cursor: fc.oneof(fc.constantFrom('0', '-1', '1e9', 'NaN'), fc.jsonValue()),
      ref: fc.oneof(
        fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name: fc.string(), uri: fc.string() }),
        fc.jsonValue(),
      ),
      protocolVersion: fc.jsonValue(),
      capabilities: fc.jsonValue(),
      _meta: fc.oneof(
        fc.record({ 'x402/payment': fc.jsonValue(), progressToken: fc.jsonValue() }, { requiredKeys: [] }),
        fc.record({
          'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constant('2026-07-28'), fc.jsonValue()),
          'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
        }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  ),
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
    id: fc.oneof(
      { weight: 9, arbitrary: fc.oneof(fc.integer(), fc.string()) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: fc.jsonValue() }),
    params,
  },
  { requiredKeys: ['method'] },
);
const text = (value: unknown) => JSON.stringify(value);
const bodies = fc.oneof(
  { weight: 6, arbitrary: message.map(text) },
  { weight: 2, arbitrary: fc.array(fc.oneof(message, fc.jsonValue()), { maxLength: 4 }).map(text) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: message.chain((value) => fc.nat(40).map((cut) => text(value).slice(0, -cut - 1))) },
);
const headers = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2026-07-28', '2025-06-18', 'x'),
    'mcp-method': fc.constantFrom(...methods),
    'mcp-name': fc.constantFrom('get_article', '=?base64?Z2V0X2FydGljbGU=?=', '=?base64?%?='),
  },
  { requiredKeys: [] },
);
const HttpResponse = z.union([McpResponse, z.array(McpResponse).min(1)]);

it('handles 10,000 hostile bodies in JSON-RPC, never with a 5xx, never with a paid word', async () => {
  const send = openDoor();
  await fc.assert(
    fc.asyncProperty(bodies, headers, fc.constantFrom('/mcp', '/mcp/docs'), async (body, sent, path) => {
      const response = await send(path, post(body, sent));
      expect([200, 202, 400, 404]).toContain(response.status);
      const said = await response.text();
      if (response.status === 202) expect(said).toBe('');
      else HttpResponse.parse(JSON.parse(said));
      expect(said).not.toContain('walrus');
      expect(said).not.toContain('"code":-32603');
    }),
    { numRuns: 10_000 },
  );
});
