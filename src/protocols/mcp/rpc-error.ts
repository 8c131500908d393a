import { type ErrorCode, errorCatalogue } from '../../contract/error-table.ts';
import type { Urls } from '../../contract/urls.ts';
import { type ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { ArticleWithdrawn } from '../../core/withdrawn.ts';

/** JSON-RPC 2.0 section 5.1. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** An error in JSON-RPC's own format. The SDK sends `code`, `message` and `data` of an error that a handler throws. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** Converts anything a method threw to the client's error. A bug is logged; the client gets only its request ID. */
export function explainThrown(
  thrown: unknown,
  { urls, log }: Pick<Services, 'urls' | 'log'>,
  requestId: string,
): RpcError {
  if (thrown instanceof RpcError) return thrown;
  const rejection = toServiceError(thrown);
  if (rejection.code === 'internal_error') log.error({ err: thrown, requestId }, 'tool server request failed');
  return toRpcError(rejection, urls, requestId);
}

/** Remedies for tool servers, where those of the error table are about HTTP. */
const toolRemedies: Readonly<Partial<Record<ErrorCode, string>>> = {
  article_not_found:
    'Find one with search_articles, or list all with resources/list. The URL of an article works as well.',
  section_not_found: 'Call get_article again with one of them as section, or without section for the whole article.',
  not_found: 'Find one with search_docs, or list all with resources/list.',
  invalid_request: 'Correct the named argument and call again.',
  payload_too_large: 'Send at most 256 KiB.',
};

/**
 * As the catalogue says it, with the JSON-RPC code of `toRpcCode`. The remedy is part of the message: most clients show
 * their model nothing else.
 */
export function toRpcError(error: ServiceError, urls: Urls, requestId: string): RpcError {
  const { status } = errorCatalogue[error.code];
  const remedy = toolRemedies[error.code] ?? errorCatalogue[error.code].remedy;
  const stop = /[.?!]$/.test(error.message) ? '' : '.';
  return new RpcError(toRpcCode(error.code), `${error.message}${stop} ${remedy}`, {
    code: error.code,
    remedy,
    docs_url: urls.errorDocs(error.code),
    ...(error instanceof ArticleWithdrawn ? { withdrawn: error.withdrawal } : {}),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
    ...(status >= 500 ? { request_id: requestId } : {}),
  });
}

/**
 * Errors in the message have JSON-RPC's codes; an error with an HTTP status keeps that number, as the first MCP
 * transport of x402 did with 402. (Later ones return a tool result; specification section 7 requires an error.)
 */
function toRpcCode(code: ErrorCode): number {
  switch (code) {
    case 'invalid_json':
      return rpcCodes.parseError;
    case 'method_not_allowed':
    case 'not_acceptable':
    case 'unsupported_media_type':
    case 'payload_too_large':
    case 'request_timeout':
    case 'uri_too_long':
    case 'expectation_failed':
    case 'misdirected_request':
    case 'headers_too_large':
    case 'idempotency_in_flight':
    case 'checkout_closed':
    case 'subscription_revoked':
    case 'idempotency_key_reused':
      return rpcCodes.invalidRequest;
    case 'invalid_request':
    case 'invalid_pagination':
    case 'missing_query':
    case 'idempotency_key_required':
    case 'unsupported_api_version':
    case 'payment_malformed':
    case 'article_not_found':
    case 'article_withdrawn':
    case 'section_not_found':
    case 'version_not_found':
    case 'not_found':
      return rpcCodes.invalidParams;
    case 'internal_error':
      return rpcCodes.internalError;
    case 'invalid_key':
    case 'unauthorized':
    case 'payment_required':
    case 'payment_id_reused':
    case 'payment_invalid':
    case 'insufficient_scope':
    case 'origin_not_allowed':
    case 'rate_limited':
    case 'store_unavailable':
    case 'search_unavailable':
    case 'publication_unavailable':
      return errorCatalogue[code].status;
  }
}
