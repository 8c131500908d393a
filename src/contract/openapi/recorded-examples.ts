import type { ErrorCode } from '../error-table.ts';
import type { ErrorFormat } from '../operation.ts';

/** A request as a client writes it. */
export interface RecordedRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** Without those that a client library sends by itself. */
  headers: Readonly<Record<string, string>>;
  body?: { json: unknown } | { form: Readonly<Record<string, string>> };
}

/** Answers that the service gave while this release was built, without what is random in them. */
export interface RecordedExamples {
  /** By operation id, then by status: JSON bodies by a name that says what was asked. */
  answers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  /** By operation id: the question behind the first answer, its status, and that answer unless it has no body. */
  recorded: Readonly<Record<string, { request: RecordedRequest; status: number; body?: unknown }>>;
  /** By error shape (`rest` is that of the specification), then by code: the body of the refusal. */
  refusals: Readonly<Partial<Record<'rest' | ErrorFormat, Readonly<Partial<Record<ErrorCode, unknown>>>>>>;
}

export const noExamples: RecordedExamples = { answers: {}, recorded: {}, refusals: {} };
