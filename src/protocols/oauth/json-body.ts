import { OauthError, type OauthErrorCode } from './oauth-error.ts';

/**
 * @throws OauthError
 */
export function readJson(text: string, errorCode: OauthErrorCode): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OauthError(errorCode, 'The body is not valid JSON.');
  }
}
