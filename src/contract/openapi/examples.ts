import type { ErrorCode } from '../errors.ts';
import type { ErrorForm } from '../operation.ts';

/** Answers that the service gave while this release was built, without what is random in them. */
export interface RecordedExamples {
  /** By operation id, then by status: JSON bodies by a name that says what was asked. */
  answers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  /** By error shape (`rest` is that of the specification), then by code: the body of the refusal. */
  refusals: Readonly<Partial<Record<'rest' | ErrorForm, Readonly<Partial<Record<ErrorCode, unknown>>>>>>;
}

export const noExamples: RecordedExamples = { answers: {}, refusals: {} };
