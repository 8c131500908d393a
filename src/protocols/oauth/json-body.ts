import { parseJson } from '../../core/parse-json.ts';
import { ServiceError } from '../../core/service-error.ts';
import { OauthError, type OauthErrorCode } from './oauth-error.ts';

/**
 * @throws OauthError
 */
export function readJson(text: string, errorCode: OauthErrorCode): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isJson = error.code !== 'invalid_json';
    throw new OauthError(errorCode, isJson ? error.message : 'The body is not valid JSON.');
  }
}
