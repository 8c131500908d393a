import type { Urls } from '../../contract/urls.ts';
import type { Client, Clients } from '../../core/authorization/clients.ts';
import type { GrantTerms } from '../../core/authorization/grants.ts';
import type { FormParameters } from './form.ts';
import { toErrorDescription } from './oauth-error.ts';
import { findRedirectUri } from './redirect-uri.ts';
import { readResources } from './resource.ts';
import { readScope } from './scope.ts';

/** S256 of RFC 7636 section 4.2: 32 bytes in base64url. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/;
/** Characters; it comes back in the Location header, and proxies cut long headers. */
const stateLimit = 4096;

/** An authorization request that may be put before a person (RFC 6749 section 4.1.1, RFC 7636, RFC 8707). */
export interface AuthorizationRequest extends Pick<GrantTerms, 'scopes' | 'resources'>, RedirectTarget {
  client: Client;
  challenge: string;
}

/** Where to redirect once a person has decided. */
export interface RedirectTarget {
  redirectUri: string;
  isRedirectNamed: boolean;
  state: string | undefined;
}

/**
 * Any client can be registered, so redirecting an error without a person would make this service an open redirect (RFC
 * 9700 section 4.11.2). Every error is shown here instead.
 * @throws OauthError with the code of RFC 6749 section 4.1.2.1 or RFC 8707 section 2, to be shown
 */
export async function readAuthorizationRequest(about: {
  form: FormParameters;
  clients: Clients;
  urls: Urls;
  clientAddress: string;
}): Promise<AuthorizationRequest> {
  const { form, clients, urls, clientAddress } = about;
  const client = await clients.find(form.read('client_id'), clientAddress);
  if (!client) throw toErrorDescription((words) => words.unknownClient);
  const redirectTarget = readRedirectTarget(form, client);
  if (form.read('response_type') !== 'code')
    throw toErrorDescription((words) => words.onlyCode, 'unsupported_response_type');
  if (!client.grantTypes.includes('authorization_code')) {
    throw toErrorDescription((words) => words.noCodeGrant, 'unauthorized_client');
  }
  if ((form.get('response_mode') ?? 'query') !== 'query') throw toErrorDescription((words) => words.onlyQuery);
  if (form.get('request') !== undefined || form.get('request_uri') !== undefined) {
    throw toErrorDescription((words) => words.noRequestObjects);
  }
  const challenge = form.read('code_challenge');
  if (form.get('code_challenge_method') !== 'S256' || !challengeForm.test(challenge)) {
    throw toErrorDescription((words) => words.needsPkce);
  }
  const scopes = readScope(form.get('scope'), client.scopes);
  const resources = readResources(form.resources, urls) ?? [urls.base];
  return { ...redirectTarget, client, challenge, scopes, resources };
}

function readRedirectTarget(form: FormParameters, { redirectUris }: Client): RedirectTarget {
  const requested = form.get('redirect_uri');
  const [only, ...others] = redirectUris;
  const redirectUri =
    requested === undefined && others.length === 0 ? only : findRedirectUri(requested ?? '', redirectUris);
  if (redirectUri === undefined) throw toErrorDescription((words) => words.unknownRedirectUri);
  const state = form.get('state');
  if (state && state.length > stateLimit) throw toErrorDescription((words) => words.longState(stateLimit));
  return { redirectUri, isRedirectNamed: requested !== undefined, state };
}
