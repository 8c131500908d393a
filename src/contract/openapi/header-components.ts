import type { Json } from './schema-components.ts';

const integer = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

interface Header {
  description: string;
  /** Present in every response that names it. */
  required?: true;
  schema: Json;
}

/** Response headers that more than one operation sends, by name. */
const shared: Readonly<Record<string, Header>> = {
  'X-RateLimit-Limit': { required: true, description: 'Requests allowed in the window.', schema: integer },
  'X-RateLimit-Remaining': { required: true, description: 'Requests left in the window.', schema: integer },
  'X-RateLimit-Reset': { required: true, description: 'Unix seconds when the window ends.', schema: integer },
  RateLimit: {
    required: true,
    description: 'IETF form: what is left, and the seconds until it is full again.',
    schema: text,
  },
  'RateLimit-Policy': { required: true, description: 'IETF form: the quota and its window in seconds.', schema: text },
  'X-Request-Id': { required: true, description: 'Names this exchange in our log.', schema: text },
  'X-Sandbox': {
    description: 'Sent by the sandbox mirror, and only there.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { required: true, description: 'Seconds to wait.', schema: integer },
  ETag: { description: 'Strong validator: send it back in If-None-Match.', schema: text },
  Link: {
    description: 'Typed links (RFC 8288): of the list its next and prev page, and where the API is described.',
    schema: text,
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745). Absent while it is not.',
    schema: text,
  },
  Sunset: {
    description: 'When the operation goes away (RFC 8594), at least 90 days after Deprecation. Absent while it stays.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'Bearer, with the URL of the protected resource metadata (RFC 9728).',
    schema: text,
  },
  'PAYMENT-RESPONSE': { description: 'x402 v2: base64 of the receipt.', schema: text },
  'X-PAYMENT-RESPONSE': { description: 'x402 v1: base64 of the receipt.', schema: text },
  'Idempotency-Key': { description: 'The one that was sent (ACP 2026-04-17).', schema: text },
  'Request-Id': { description: 'The one that was sent (ACP 2026-04-17).', schema: text },
  'Idempotent-Replayed': {
    description: '`true` when this repeats an earlier response.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Sent with each response, errors included: those after the limits only where they apply. */
const onEveryResponse = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Sandbox',
  'Link',
  'Deprecation',
  'Sunset',
];

/**
 * Headers that responses share, by status as in a Responses Object: written once, because OpenAPI has no headers of a
 * whole document and repeating them in each response takes more room than everything else about it.
 * @param uncounted statuses of errors before a caller is known, so that no limit counts them
 */
export function describeCommonHeaders(uncounted: readonly number[]): Json {
  const describe = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, shared[name]]));
  return {
    default: describe(onEveryResponse),
    ...Object.fromEntries(uncounted.map((status) => [status, describe(['X-Request-Id'])])),
  };
}

/** Receipts of a payment in the request, whether or not it gave access to the article. */
export const receipts = ['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'];

/** ACP 2026-04-17: every response repeats these request headers. */
export const echoedByAcp = ['Idempotency-Key', 'Request-Id'];

/** `components.headers` of the document. */
export const headerComponents: Json = { ...shared };

/**
 * Describes the headers of one response.
 * @param own name to description; one that equals the shared description becomes a reference
 */
export function describeHeaders(names: readonly string[], own: Readonly<Record<string, string>> = {}): Json {
  const local = Object.entries(own).filter(([name, description]) => shared[name]?.description !== description);
  const referred = [...names, ...Object.keys(own)].filter((name) => name in shared);
  return {
    ...Object.fromEntries(referred.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...Object.fromEntries(
      local.map(([name, description]) => [name, { description, schema: shared[name]?.schema ?? text }]),
    ),
  };
}
