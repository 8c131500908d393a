import { type ErrorCode, errorCatalogue } from '../contract/errors.ts';

/** A refusal the client caused or can act on. Anything else that is thrown is a bug and answered `internal_error`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** What was wrong, where: added to the sentence of the catalogue. */
  readonly detail: string | undefined;
  /** Seconds until a repeat can succeed; becomes Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    const { message } = errorCatalogue[code];
    super(detail ? `${message} ${detail}` : message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.detail = detail;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
