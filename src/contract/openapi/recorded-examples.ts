import type { ErrorCode } from '../error-table.ts';
import type { ErrorFormat } from '../operation.ts';

export interface RecordedRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** Request headers without those that a client library adds by itself. */
  headers: Readonly<Record<string, string>>;
  body?: { json: unknown } | { form: Readonly<Record<string, string>> };
}

/** Responses that the service gave while this release was built, without what is random in them. */
export interface RecordedExamples {
  /** JSON bodies by operation ID, then by status, then by a name that describes the request. */
  responses: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  /** Keyed by operation ID: the request of the first response, its status, and its body if it has one. */
  recorded: Readonly<Record<string, { request: RecordedRequest; status: number; body?: unknown }>>;
  /** Bodies of errors by error format (`rest` is the specification's), then by code. */
  errors: Readonly<Partial<Record<'rest' | ErrorFormat, Readonly<Partial<Record<ErrorCode, unknown>>>>>>;
}

export const noExamples: RecordedExamples = { responses: {}, recorded: {}, errors: {} };
