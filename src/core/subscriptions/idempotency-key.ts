import { sha256 } from '../../library/digest.ts';
import { ServiceError } from '../service-error.ts';

/** RFC 8941 section 3.3.3: a String, of which `"` and `\` are escaped. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const printable = /^[ -~]{1,255}$/;

/**
 * Reads an Idempotency-Key header: 1 to 255 printable ASCII characters, bare or quoted. `abc` and `"abc"` are the same
 * key.
 *
 * @throws ServiceError `invalid_request` for anything else
 */
export function parseIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const key = text.startsWith('"') ? quoted.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') : text;
  if (key !== undefined && printable.test(key)) return key;
  throw new ServiceError('invalid_request', 'Idempotency-Key takes 1 to 255 printable ASCII characters.');
}

/** The record ID for a key. The key itself is not stored, because anyone who has it can get the response again. */
export function locateIdempotencyKey(scope: string, key: string): string {
  return sha256(`${scope}\n${key}`);
}
