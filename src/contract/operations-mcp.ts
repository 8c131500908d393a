import { z } from 'zod';
import type { Operation } from './operation.ts';
import { McpResponse } from './schemas-mcp.ts';

const JsonRpcRequest = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).optional(),
    method: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'JsonRpcRequest' });

/** Each message of a batch counts as a call. */
export const maxBatchSize = 20;

const shared = {
  method: 'POST',
  tag: 'MCP',
  vary: ['Origin', 'MCP-Protocol-Version'],
  body: {
    schema: z.xor([JsonRpcRequest, z.array(JsonRpcRequest).min(1).max(maxBatchSize)]),
    isRequired: true,
    isValidated: false,
  },
  bodyLimit: 262_144,
  responses: {
    200: {
      description:
        'JSON-RPC 2.0 response; failures are in `error`. A batch gets an array; `subscriptions/listen` (2026-07-28) a stream.',
      schema: z.xor([McpResponse, z.array(McpResponse)]),
      mediaTypes: ['application/json', 'text/event-stream'],
    },
    202: { description: 'Only notifications were sent.' },
    400: {
      description:
        'Nothing could be read, the MCP-Protocol-Version is not supported, or (2026-07-28) headers and body disagree.',
      schema: McpResponse,
    },
    404: { description: 'MCP 2026-07-28: there is no such method.', schema: McpResponse },
  },
  errorFormat: 'jsonrpc',
  limit: 'api',
  takesTurns: true,
} as const;

export const mcpOperations = {
  mcpProduct: {
    ...shared,
    path: '/mcp',
    summary: 'Tool server of the articles',
    description: 'Streamable HTTP MCP server: search_articles, get_article, get_pricing; resources and prompts.',
    scope: 'mcp:connect',
    errors: ['invalid_key', 'insufficient_scope', 'origin_not_allowed', 'payload_too_large', 'unsupported_media_type'],
  },
  mcpDocs: {
    ...shared,
    path: '/mcp/docs',
    summary: 'Tool server of the documentation',
    description:
      'Streamable HTTP MCP server: search_docs, read_doc. No credential is needed; an invalid one is refused.',
    errors: ['invalid_key', 'origin_not_allowed', 'payload_too_large', 'unsupported_media_type'],
  },
  mcpConnector: {
    ...shared,
    path: '/mcp/connector',
    summary: 'Tool server for chat clients',
    description:
      'Streamable HTTP MCP server with the tools that chat clients look for: search, fetch and verify_quote. A paid article is a preview with its price, not an error.',
    scope: 'mcp:connect',
    errors: ['invalid_key', 'insufficient_scope', 'origin_not_allowed', 'payload_too_large', 'unsupported_media_type'],
  },
} as const satisfies Record<string, Operation>;
