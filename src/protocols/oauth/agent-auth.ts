import { AgentClaimRequest, AgentRegistrationRequest } from '../../contract/schemas-oauth.ts';
import type { Urls } from '../../contract/urls.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import type { DemoKeys } from './demo-keys.ts';
import { readJson } from './json-body.ts';
import { noStore, OauthError } from './oauth-error.ts';

/** Anonymous registration of auth.md v0.1: a demo key under another name. */
export function createAgentAuthHandler(about: { keys: DemoKeys; urls: Urls }): Handler<'agentAuthRegister'> {
  const { keys, urls } = about;
  return async ({ bodyText }) => {
    const request = AgentRegistrationRequest.safeParse(readJson(bodyText, 'invalid_request')).data;
    if (request?.type !== 'anonymous') {
      throw new OauthError('invalid_request', 'type is anonymous; other identities are not taken here.');
    }
    if ((request.requested_credential_type ?? 'api_key') !== 'api_key') {
      throw new OauthError('unsupported_credential_type', 'requested_credential_type is api_key.');
    }
    const { keyId, apiKey, scopes } = await keys.subscribe();
    const body = {
      registration_id: keyId,
      registration_type: 'anonymous',
      credential_type: 'api_key',
      credential: apiKey,
      credential_expires: null,
      scopes,
      claim_url: urls.at('/agent/auth/claim'),
      claim_token: null,
      claim_token_expires: null,
      post_claim_scopes: scopes,
    };
    return jsonResponse(body, { headers: noStore });
  };
}

/** The claim endpoint exists because discovery names it; there is nothing behind it, and it says so. */
export const agentAuthClaim: Handler<'agentAuthClaim'> = ({ bodyText }) => {
  const parsed = AgentClaimRequest.safeParse(bodyText === '' ? {} : readJson(bodyText, 'invalid_request'));
  if (!parsed.success) throw new OauthError('invalid_request', 'The body is an object with claim_token.');
  throw new OauthError(
    'invalid_claim_token',
    'No claim token is issued here: an anonymous key has every scope from the start, so there is nothing to claim.',
  );
};
