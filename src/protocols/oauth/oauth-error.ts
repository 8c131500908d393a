import type { ErrorCode } from '../../contract/error-table.ts';
import { en } from '../../words/en.ts';
import type { Words } from '../../words/words.ts';
import { type HttpResponse, jsonResponse } from '../http.ts';

/**
 * RFC 6749 sections 4.1.2.1 and 5.2, RFC 7009 section 2.2.1, RFC 7591 section 3.2.2, RFC 8707 section 2, auth.md v0.1.
 */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'unsupported_credential_type'
  | 'invalid_claim_token';

type Reason = (words: Words['consent']['reasons']) => string;

/** An error that can be shown to a person on a page, in the language of the publication. Programs get it in English. */
export function toErrorDescription(inWords: Reason, code: OauthErrorCode = 'invalid_request'): OauthError {
  return new OauthError(code, inWords(en.consent.reasons), inWords);
}

/** An error with a code of the RFC. The client gets `message` as `error_description`. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  /** The same in the words of a page, where a person may be shown it. */
  readonly inWords: Reason | undefined;

  constructor(code: OauthErrorCode, description: string, inWords?: Reason) {
    super(description);
    this.name = 'OauthError';
    this.code = code;
    this.inWords = inWords;
  }

  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** RFC 6749 section 5.1: nothing that these endpoints say may rest in a cache. */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** RFC 6749 sections 4.1.2.1 and 5.2 allow printable ASCII without the quotation mark and the backslash. */
function toDescription(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
}

/**
 * The error body of RFC 6749 section 5.2.
 *
 * @param about.isAgentAuth adds `message`, where auth.md v0.1 expects the sentence
 */
export function oauthErrorResponse(about: {
  code: OauthErrorCode;
  description: string;
  status: number;
  headers?: Record<string, string>;
  isAgentAuth?: boolean;
}): HttpResponse {
  const { code, status, headers, isAgentAuth } = about;
  const description = toDescription(about.description);
  const body = { error: code, error_description: description, ...(isAgentAuth && { message: description }) };
  // RFC 9110 section 11.6.1: a 401 names a scheme; RFC 6749 section 5.2: the one the client used, and Basic is the only
  // one.
  const challenge: Record<string, string> =
    status === 401 ? { 'www-authenticate': 'Basic realm="token", charset="UTF-8"' } : {};
  return jsonResponse(body, { status, headers: { ...noStore, ...challenge, ...headers } });
}

/** OAuth codes of errors that occur before a handler runs, where it is not `invalid_request`. */
const otherCodes: Partial<Record<ErrorCode, OauthErrorCode>> = {
  invalid_key: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
  origin_not_allowed: 'access_denied',
  rate_limited: 'temporarily_unavailable',
  store_unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
};

export const toOauthCode = (code: ErrorCode): OauthErrorCode => otherCodes[code] ?? 'invalid_request';
