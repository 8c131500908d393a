/**
 * The closed catalogue of error codes: status, the sentence a client reads, and what to do about it.
 * Every code has an anchor in /developers.md; `detail` given by the thrower is added to the sentence.
 */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    message: 'The request is not valid.',
    remedy: 'Correct the named field and send it again.',
  },
  invalid_pagination: {
    status: 400,
    message: 'page and per_page must be integers of 1 or more.',
    remedy: 'Omit them for the first 10 articles, or follow the next link.',
  },
  missing_query: {
    status: 400,
    message: 'The query parameter is missing or blank.',
    remedy: 'Send a question: /ask?query=..., or POST {"query":"..."}.',
  },
  invalid_json: { status: 400, message: 'The body is not valid JSON.', remedy: 'Send one JSON value in UTF-8.' },
  idempotency_key_required: {
    status: 400,
    message: 'This request needs an Idempotency-Key header.',
    remedy: 'Send a new UUID for each new request, and the same one when you retry.',
  },
  unsupported_api_version: {
    status: 400,
    message: 'This API-Version is not supported.',
    remedy: 'Send API-Version: 2026-04-17, or omit it for the plain mode.',
  },
  payment_malformed: {
    status: 400,
    message: 'The payment header is not base64 of a payment payload.',
    remedy: 'Build it from the PAYMENT-REQUIRED header with an x402 client.',
  },
  unauthorized: {
    status: 401,
    message: 'This endpoint requires a key or token.',
    remedy: 'Get a demo key from the subscribe endpoint and send it as a Bearer credential.',
  },
  invalid_key: {
    status: 401,
    message: 'The key or token is not valid.',
    remedy: 'Get a demo key from the subscribe endpoint; check for a cut or expired value.',
  },
  payment_required: {
    status: 402,
    message: 'This article is paid.',
    remedy: 'Subscribe for a demo key, or pay this article over x402.',
  },
  payment_invalid: {
    status: 402,
    message: 'The payment was rejected.',
    remedy: 'Read the reason and pay again with a fresh nonce.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The credential is valid but lacks the scope.',
    remedy: 'Ask for a token with the named scope.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'This Origin or Host may not call this endpoint.',
    remedy: 'Call from a server, or ask the owner to allow the origin.',
  },
  article_not_found: {
    status: 404,
    message: 'There is no article with this slug.',
    remedy: 'Take a slug from /api/v1/articles.',
  },
  section_not_found: {
    status: 404,
    message: 'The article has no section with this ID.',
    remedy: 'Use an ID from its outline.',
  },
  version_not_found: {
    status: 404,
    message: 'The article has no version with this name.',
    remedy: 'Use a name from `versions` of the article.',
  },
  not_found: { status: 404, message: 'There is nothing at this URL.', remedy: 'Read /openapi.json for all endpoints.' },
  article_withdrawn: {
    status: 410,
    message: 'This article was withdrawn by its publisher.',
    remedy: 'Delete your copy, and read the replacement if one is named.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This URL does not support this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    message: 'None of the media types in Accept is available.',
    remedy: 'Accept one of the available types, or omit Accept.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    remedy: 'Send the complete request within 20 seconds, on a new connection.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Wait for Retry-After seconds, then retry.',
  },
  payment_id_reused: {
    status: 409,
    message: 'This payment identifier was used with another payment.',
    remedy: 'Use a new identifier for a new payment, or repeat the first payment unchanged.',
  },
  subscription_revoked: {
    status: 409,
    message: 'The subscription created with this Idempotency-Key was revoked.',
    remedy: 'Use a new Idempotency-Key for a new subscription.',
  },
  checkout_closed: {
    status: 409,
    message: 'This checkout session is already completed or canceled.',
    remedy: 'Start a new session.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    remedy: 'Send at most 64 KiB, or 256 KiB to a tool server.',
  },
  uri_too_long: { status: 414, message: 'The URL is too long.', remedy: 'Send at most 8,192 characters.' },
  unsupported_media_type: {
    status: 415,
    message: 'This Content-Type is not supported.',
    remedy: 'Send application/json without a Content-Encoding.',
  },
  expectation_failed: {
    status: 417,
    message: 'This Expect header is not supported.',
    remedy: 'Omit Expect, or send 100-continue.',
  },
  misdirected_request: {
    status: 421,
    message: 'This server does not serve that Host.',
    remedy: 'Use the host of the documentation; the owner can add others to ALLOWED_HOSTS.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: { status: 429, message: 'Too many requests.', remedy: 'Wait for Retry-After seconds.' },
  headers_too_large: {
    status: 431,
    message: 'The header fields are too large.',
    remedy: 'Send at most 16 KiB of them, with one key and no cookies.',
  },
  internal_error: {
    status: 500,
    message: 'An internal error occurred.',
    remedy: 'Retry. If the error persists, report the request ID.',
  },
  store_unavailable: {
    status: 503,
    message: 'This call cannot be stored at the moment.',
    remedy: 'Wait for Retry-After seconds, then retry with the same Idempotency-Key.',
  },
  search_unavailable: {
    status: 503,
    message: 'This search takes too long at the moment.',
    remedy: 'Wait for Retry-After seconds, then retry.',
  },
  publication_unavailable: {
    status: 503,
    message: 'This publication cannot be served at the moment.',
    remedy: 'Wait for Retry-After seconds, then retry.',
  },
} as const satisfies Record<string, { status: number; message: string; remedy: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];
