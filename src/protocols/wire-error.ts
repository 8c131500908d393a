import { errorCatalogue } from '../contract/errors.ts';
import type { ServiceError } from '../core/service-error.ts';
import type { Urls } from '../core/urls.ts';

/** The `error` object of the specification (section 2). 5xx bodies name the request, so that a report can be matched to the log. */
export function toWireError(error: ServiceError, urls: Urls, requestId?: string) {
  return {
    code: error.code,
    message: `${error.message} ${errorCatalogue[error.code].remedy}`,
    docs_url: urls.errorDocs(error.code),
    ...(error.status >= 500 && requestId ? { request_id: requestId } : {}),
  };
}
