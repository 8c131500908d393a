import { type ErrorCode, errorCatalogue } from '../contract/error-table.ts';

/** An error that the client caused or can act on. Any other exception is a bug and returns `internal_error`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The detail, added to the message of the error table. */
  readonly detail: string | undefined;
  /** Seconds until a repeat can succeed; becomes Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    const { message } = errorCatalogue[code];
    // No stack trace: for an expected error it says nothing and takes longer than the response. The cause of a bug has
    // one.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail ? `${message} ${detail}` : message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ServiceError';
    this.code = code;
    this.detail = detail;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/**
 * The error for a client: an expected one unchanged, a store that is away as 503, a bug as `internal_error`. Errors are
 * recognised by their names, because the pages of a release are bundled with copies of the classes.
 */
export function toServiceError(thrown: unknown): ServiceError {
  if (isServiceError(thrown)) return thrown;
  if (thrown instanceof Error && thrown.name === 'StoreUnavailable') {
    return new ServiceError('store_unavailable', undefined, { retryAfter: 2, cause: thrown });
  }
  return new ServiceError('internal_error', undefined, { cause: thrown });
}

function isServiceError(thrown: unknown): thrown is ServiceError {
  return thrown instanceof Error && thrown.name === 'ServiceError';
}
