import type { ServiceError } from '../../core/service-error.ts';
import type { Urls } from '../../core/urls.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { toWireError } from '../wire-error.ts';

/** The header of every 401 (specification section 5 rule 5), to the byte. */
function bearerChallenge(urls: Urls): string {
  return `Bearer resource_metadata="${urls.protectedResourceMetadata}"`;
}

/** The header of a 403 for want of scope (RFC 6750 section 3.1). */
function scopeChallenge(urls: Urls): string {
  const resource = `resource_metadata="${urls.protectedResourceMetadata}"`;
  return `Bearer error="insufficient_scope", scope="articles:read", ${resource}`;
}

/** Refusals in the shape of specification section 7. */
export function createRestErrorRenderer(urls: Urls): (error: ServiceError, about: { requestId: string }) => Answer {
  return (error, { requestId }) =>
    jsonAnswer(
      { error: toWireError(error, urls, requestId) },
      {
        status: error.status,
        headers: {
          'cache-control': 'no-store',
          ...(error.status === 401 ? { 'www-authenticate': bearerChallenge(urls) } : {}),
          ...(error.code === 'insufficient_scope' ? { 'www-authenticate': scopeChallenge(urls) } : {}),
          ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
        },
      },
    );
}
