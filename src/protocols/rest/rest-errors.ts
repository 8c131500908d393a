import type { Urls } from '../../contract/urls.ts';
import type { ServiceError } from '../../core/service-error.ts';
import { type HttpResponse, jsonResponse } from '../http.ts';
import { bearerChallenge, retryHeader, toWireError } from '../wire-error.ts';

/** Refusals in the shape of specification section 7. */
export function createRestErrorRenderer(
  urls: Urls,
): (error: ServiceError, about: { requestId: string }) => HttpResponse {
  return (error, { requestId }) =>
    jsonResponse(
      { error: toWireError(error, urls, requestId) },
      {
        status: error.status,
        headers: {
          'cache-control': 'no-store',
          ...bearerChallenge(error, urls, 'articles:read'),
          ...retryHeader(error),
        },
      },
    );
}
