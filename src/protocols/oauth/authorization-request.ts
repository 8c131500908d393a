import type { Client, Clients } from '../../core/authorization/clients.ts';
import type { GrantTerms } from '../../core/authorization/grants.ts';
import type { Urls } from '../../core/urls.ts';
import type { FormParameters } from './form.ts';
import { OauthError, showable } from './oauth-error.ts';
import { findRedirectUri } from './redirect-uri.ts';
import { readResources } from './resource.ts';
import { readScope } from './scope.ts';

/** S256 of RFC 7636 section 4.2: 32 bytes in base64url. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/;
/** Characters; it comes back in the Location header, and proxies cut long headers. */
const stateLimit = 4096;

/** Where the answer goes. Known before anything else is believed: a wrong address must never be redirected to. */
export interface ReturnAddress {
  client: Client;
  redirectUri: string;
  isRedirectNamed: boolean;
  state: string | undefined;
}

export type AuthorizationDetails = Pick<GrantTerms, 'scopes' | 'resources'> & { challenge: string };

/**
 * @throws OauthError to be shown, not redirected (RFC 6749 section 4.1.2.1): the client is unknown, or the address is not one of its own
 */
export async function readReturnAddress(form: FormParameters, clients: Clients): Promise<ReturnAddress> {
  const client = await clients.find(form.read('client_id'));
  if (!client) throw showable((words) => words.unknownClient);
  const asked = form.get('redirect_uri');
  const [only, ...others] = client.redirectUris;
  const redirectUri =
    asked === undefined && others.length === 0 ? only : findRedirectUri(asked ?? '', client.redirectUris);
  if (redirectUri === undefined) {
    throw showable((words) => words.otherAddress);
  }
  const state = form.get('state');
  if (state && state.length > stateLimit) {
    throw showable((words) => words.longState(stateLimit));
  }
  return { client, redirectUri, isRedirectNamed: asked !== undefined, state };
}

/** @throws OauthError to be sent to the redirect address */
export function readAuthorizationDetails(about: {
  form: FormParameters;
  client: Client;
  urls: Urls;
}): AuthorizationDetails {
  const { form, client, urls } = about;
  if (form.read('response_type') !== 'code') {
    throw new OauthError('unsupported_response_type', 'The only response_type is code.');
  }
  if (!client.grantTypes.includes('authorization_code')) {
    throw new OauthError('unauthorized_client', 'This client is not registered for authorization_code.');
  }
  if ((form.get('response_mode') ?? 'query') !== 'query') {
    throw new OauthError('invalid_request', 'The only response_mode is query.');
  }
  if (form.get('request') !== undefined || form.get('request_uri') !== undefined) {
    throw new OauthError('invalid_request', 'Request objects are not supported.');
  }
  const challenge = form.read('code_challenge');
  if (form.get('code_challenge_method') !== 'S256' || !challengeForm.test(challenge)) {
    throw new OauthError('invalid_request', 'PKCE is required with code_challenge_method S256.');
  }
  const scopes = readScope(form.get('scope'), client.scopes);
  const resources = readResources(form.resources, urls) ?? [urls.base];
  return { challenge, scopes, resources };
}
