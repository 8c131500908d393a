import { type ErrorCode, errorCatalogue } from '../contract/error-table.ts';
import { StoreUnavailable } from '../store/store.ts';

/** A refusal the client caused or can act on. Anything else that is thrown is a bug and answered `internal_error`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** What was wrong, where: added to the sentence of the catalogue. */
  readonly detail: string | undefined;
  /** Seconds until a repeat can succeed; becomes Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    const { message } = errorCatalogue[code];
    // Where a refusal was written tells nobody anything and takes longer than the answer; of a bug the cause knows.
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

/** What a client is told of anything that was thrown: a refusal as it is, a store that is away as 503, a bug as `internal_error`. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof StoreUnavailable) {
    return new ServiceError('store_unavailable', undefined, { retryAfter: 2, cause: thrown });
  }
  return new ServiceError('internal_error', undefined, { cause: thrown });
}
