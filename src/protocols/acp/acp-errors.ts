import { errorCatalogue } from '../../contract/error-table.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { ErrorRenderer } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { retryHeader } from '../wire-error.ts';
import { acpVersion, isStrict } from './acp-version.ts';
import { echoHeaders } from './echo.ts';

/** A request that breaks the rule of one member, named by its JSONPath (RFC 9535). */
export class InvalidMember extends ServiceError {
  readonly param: string;

  constructor(param: string, detail: string) {
    super('invalid_request', `${param}: ${detail}`);
    this.param = param;
  }
}

/** ACP 2026-04-17, Error: three types, and names of its own for a few codes; every other code is ours. */
function toAcpError(error: ServiceError) {
  const { code, status } = error;
  const serverType = code === 'store_unavailable' ? 'service_unavailable' : 'processing_error';
  return {
    type: status >= 500 ? serverType : 'invalid_request',
    code: code === 'idempotency_key_reused' ? 'idempotency_conflict' : code,
    message: `${error.message} ${errorCatalogue[code].remedy}`,
    ...(error instanceof InvalidMember && { param: error.param }),
    ...(code === 'unsupported_api_version' && { supported_versions: [acpVersion] }),
  };
}

/** The methods a closed session still allows: RFC 9110 section 15.5.6 requires them with every 405. */
const closed = { status: 405, headers: { allow: 'GET' } };

/** Flat ACP errors for callers that send API-Version, and whatever `plain` writes for all others. */
export function createAcpErrorRenderer(plain: ErrorRenderer): ErrorRenderer {
  return (error, about) => {
    if (!isStrict(about.request)) return plain(error, about);
    const { status, headers } = error.code === 'checkout_closed' ? closed : { status: error.status, headers: {} };
    return jsonResponse(toAcpError(error), {
      status,
      headers: {
        'cache-control': 'no-store',
        ...headers,
        ...echoHeaders(about.request),
        ...retryHeader(error),
      },
    });
  };
}
