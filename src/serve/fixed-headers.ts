import { scenarioHeader } from '../contract/sandbox-scenarios.ts';
import { sha256 } from '../library/digest.ts';
import { paymentRequestHeaders, paymentResponseHeaders } from '../protocols/x402/payment-headers.ts';
import { schemeScript } from '../site/scheme-script.ts';

type Headers = Readonly<Record<string, string>>;

const pagePolicy = [
  "default-src 'none'",
  // The only inline script of the pages (CSP Level 3 section 2.3.1, hash-source).
  `script-src 'self' 'sha256-${sha256(schemeScript, 'base64')}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const forPages: Headers = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Headers of a response that is not a page: it runs no scripts and cannot be framed. */
const forData: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Request headers that a browser agent may send. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Idempotency-Key',
  scenarioHeader,
  'API-Version',
  'Request-Id',
  'X-Request-Id',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'If-None-Match',
  'Last-Event-ID',
  ...paymentRequestHeaders,
];

const exposedHeaders = [
  'ETag',
  'Link',
  'Repr-Digest',
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
const forAnyOrigin: Headers = { 'access-control-allow-origin': '*' };
const exposed: Headers = { 'access-control-expose-headers': exposedHeaders.join(', ') };

/**
 * The kind that decides which fixed headers a response has: an operation's, a document for programs, or a page for
 * people.
 */
export type Kind = 'operation' | 'document' | 'page';

export function responseKind(type: string): Kind {
  return type.startsWith('text/html') ? 'page' : 'document';
}

/** The fixed headers of a kind, flat (name, value), without those that a handler replaces with its own. */
export type FixedHeaders = (kind: Kind, own?: Headers) => string[];

/**
 * The one list of fixed headers, by kind. HSTS only where the base URL is https (RFC 6797 section 7.2). A handler may
 * replace one of them: the consent page must let its form redirect to the app.
 */
export function createFixedHeaders(baseUrl: string): FixedHeaders {
  const secure: Headers = baseUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {};
  const byKind = {
    operation: Object.entries({ ...forAnyOrigin, ...exposed, ...forData, ...secure }),
    // A page is not read across origins; what is for programs is, for those in browsers too.
    document: Object.entries({ ...forAnyOrigin, ...forData, ...secure }),
    page: Object.entries({ ...forPages, ...secure }),
  };
  return (kind, own = {}) => byKind[kind].flatMap((field) => (field[0] in own ? [] : field));
}

/** Converts a flat list of headers (name, value, name, value) to pairs, where speed does not matter. */
export function headerEntries(flat: readonly string[]): (readonly [name: string, value: string])[] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
}

/** Headers of a preflight and of a 405: both list the methods of the path. */
export function methodHeaders(allow: readonly string[]): Record<string, string> {
  return {
    allow: allow.join(', '),
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allow.join(', '),
    'access-control-allow-headers': allowedHeaders.join(', '),
    'access-control-max-age': '86400',
  };
}
