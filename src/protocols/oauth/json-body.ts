import { OauthError, type OauthErrorCode } from './oauth-error.ts';

/**
 * @param refusal error code for a body that is not JSON
 * @throws OauthError
 */
export function readJson(text: string, refusal: OauthErrorCode): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OauthError(refusal, 'The body is not valid JSON.');
  }
}
