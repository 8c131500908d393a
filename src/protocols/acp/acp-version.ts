import { ServiceError } from '../../core/service-error.ts';
import type { Call } from '../handler.ts';

export const acpVersion = '2026-04-17';

/** The plain mode of the specification, or strict ACP: only ACP clients send API-Version, and all of them do. */
export type AcpMode = 'plain' | 'strict';

/** The mode for errors, which are rendered in it whatever version the request names. */
export function isStrict(request: Call['request']): boolean {
  return request.headers.has('api-version');
}

/** Throws ServiceError `unsupported_api_version` for an ACP version that is not supported. */
export function readAcpMode(request: Call['request']): AcpMode {
  const version = request.headers.get('api-version');
  if (version === null) return 'plain';
  if (version !== acpVersion) throw new ServiceError('unsupported_api_version');
  return 'strict';
}
