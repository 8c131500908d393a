import { paymentRequestHeaders, paymentResponseHeaders } from '../../protocols/x402/http.ts';

/** Request headers that a browser agent may send. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Idempotency-Key',
  'API-Version',
  'Request-Id',
  'X-Request-Id',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Last-Event-ID',
  ...paymentRequestHeaders,
];

const exposedHeaders = [
  'ETag',
  'Link',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Sandbox',
  'Mcp-Session-Id',
  ...paymentResponseHeaders,
];

/** Open for reading from any origin, never with cookies (contract.md, CORS). */
export const crossOriginHeaders: readonly (readonly [string, string])[] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', exposedHeaders.join(', ')],
];

export function preflightHeaders(allow: readonly string[]): [string, string][] {
  return [
    ['allow', allow.join(', ')],
    ['access-control-allow-methods', allow.join(', ')],
    ['access-control-allow-headers', allowedHeaders.join(', ')],
    ['access-control-max-age', '86400'],
  ];
}
