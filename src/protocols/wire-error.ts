import { errorCatalogue } from '../contract/error-table.ts';
import type { Urls } from '../contract/urls.ts';
import type { Scope } from '../core/access/caller.ts';
import type { ServiceError } from '../core/service-error.ts';
import { ArticleWithdrawn } from '../core/withdrawn.ts';
import { LimitReached } from './subscription-limit.ts';

/**
 * `Retry-After` of an error that a retry can fix (RFC 9110 section 10.2.3), and the limit that was reached, if the
 * error names one.
 */
export function retryHeader(error: Pick<ServiceError, 'retryAfter'>): Record<string, string> {
  const { retryAfter } = error;
  const limit = error instanceof LimitReached ? error.limitHeaders : {};
  return retryAfter === undefined ? limit : { 'retry-after': String(retryAfter), ...limit };
}

/**
 * `WWW-Authenticate` of an error, for clients with a Bearer credential. 401: specification section 5 rule 5, to the
 * byte. 403 for a missing scope: RFC 6750 section 3.1, which MCP 2025-11-25 requires for a step-up.
 * @param scope the scope that the operation requires
 */
export function bearerChallenge({ status, code }: ServiceError, urls: Urls, scope: Scope): Record<string, string> {
  const where = `resource_metadata="${urls.protectedResourceMetadata}"`;
  if (status === 401) return { 'www-authenticate': `Bearer ${where}` };
  if (code !== 'insufficient_scope') return {};
  return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}", ${where}` };
}

/**
 * The `error` object of the specification (section 2). 5xx bodies name the request, so that a report can be matched to
 * the log.
 */
export function toWireError(error: ServiceError, urls: Urls, requestId?: string) {
  // A detail may be a protocol's own word for what was wrong, and no sentence.
  const stop = /[.?!]$/.test(error.message) ? '' : '.';
  return {
    code: error.code,
    message: `${error.message}${stop} ${errorCatalogue[error.code].remedy}`,
    docs_url: urls.errorDocs(error.code),
    ...(error instanceof ArticleWithdrawn && { withdrawn: error.withdrawal }),
    ...(error.status >= 500 && requestId ? { request_id: requestId } : {}),
  };
}
