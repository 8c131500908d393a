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

const sessionField = 'Mcp-Session-Id';
const sessionErrors = ['invalid_key', 'insufficient_scope', 'origin_not_allowed', 'method_not_allowed'] as const;
const sessionUnknown = {
  description: 'The session is unknown, has ended or is of another caller.',
  schema: McpResponse,
};

/** GET and DELETE of the servers whose clients learn of changes: details of MCP below 2026-07-28. */
const session = {
  tag: 'MCP',
  scope: 'mcp:connect',
  vary: ['Origin', sessionField],
  headers: { [sessionField]: 'The session that `initialize` began. Without one: 405.' },
  errorFormat: 'jsonrpc',
  limit: 'api',
  isDetail: true,
} as const;

const listen = {
  ...session,
  method: 'GET',
  summary: 'Notifications of a session',
  description:
    'An event stream of MCP 2025-03-26 to 2025-11-25: `resources/list_changed`, and `resources/updated` for what the session subscribed to. It ends after half an hour.',
  responses: {
    200: { description: 'Server-sent events.', schema: McpResponse, mediaTypes: ['text/event-stream'] },
    404: sessionUnknown,
  },
  errors: sessionErrors,
} as const;

const end = {
  ...session,
  method: 'DELETE',
  summary: 'End a session',
  description: 'Ends a session of MCP 2025-03-26 to 2025-11-25, its stream and its subscriptions.',
  responses: { 204: { description: 'The session has ended.' }, 404: sessionUnknown },
  errors: sessionErrors,
} as const;

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
    404: {
      description: 'MCP 2026-07-28: there is no such method. Older: the session is unknown or has ended.',
      schema: McpResponse,
    },
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
  mcpProductListen: { ...listen, path: '/mcp' },
  mcpProductEnd: { ...end, path: '/mcp' },
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
  mcpConnectorListen: { ...listen, path: '/mcp/connector' },
  mcpConnectorEnd: { ...end, path: '/mcp/connector' },
} as const satisfies Record<string, Operation>;
