import type { Operation } from '../../contract/operation.ts';
import { parseJson } from '../../core/parse-json.ts';
import { ServiceError } from '../../core/service-error.ts';
import { describeMistake } from '../../library/mistake.ts';

/** Each is whole: nothing of one stays for the next. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws ServiceError invalid_json for bytes that are not UTF-8 */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'It is not UTF-8.', { cause });
  }
}

/**
 * The JSON body of an operation whose body is checked, against its schema.
 * @returns undefined when no body was sent and none is required
 * @throws ServiceError invalid_json | invalid_request
 */
export function parseBody(text: string, operation: Operation): unknown {
  const { body } = operation;
  if (!body?.isValidated) return undefined;
  if (text.trim() === '') {
    if (body.isRequired) throw new ServiceError('invalid_request', 'The body is missing.');
    return undefined;
  }
  const parsed = body.schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', describeMistake(parsed.error));
}

/**
 * The query of an operation against its schema.
 * @throws ServiceError with the code the table names, `invalid_request` by default
 */
export function parseQuery(given: URLSearchParams, operation: Operation): unknown {
  if (!operation.query) return undefined;
  const parsed = operation.query.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw new ServiceError(operation.queryErrors?.[name] ?? 'invalid_request', describeMistake(parsed.error));
}
