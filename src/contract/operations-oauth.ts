import type { Operation } from './operation.ts';
import {
  AgentClaimRequest,
  AgentRegistration,
  AgentRegistrationRequest,
  AuthorizationQuery,
  ClientInformation,
  ClientMetadata,
  ConsentRequest,
  Introspection,
  JwkSet,
  OauthErrorBody,
  TokenReference,
  TokenRequest,
  TokenResponse,
} from './schemas-oauth.ts';

const shared = { tag: 'OAuth', errorFormat: 'oauth', limit: 'api', isDetail: true } as const;
const form = 'application/x-www-form-urlencoded';
const refused = { description: 'Refused; `error` says why.', schema: OauthErrorBody } as const;
const refusedOrShown = {
  description: 'Refused, never redirected (RFC 9700 section 4.11.2): a page for browsers, JSON for programs.',
  schema: OauthErrorBody,
  mediaTypes: ['application/json', 'text/html'],
} as const;
const unknownClient = {
  description: 'The client did not authenticate.',
  schema: OauthErrorBody,
  headers: { 'WWW-Authenticate': 'A Basic challenge.' },
} as const;
const formErrors = ['payload_too_large', 'unsupported_media_type', 'store_unavailable'] as const;
const jsonErrors = ['invalid_json', ...formErrors] as const;

const back = {
  description:
    'What the person decided, at redirect_uri: `code`, or `error` when they denied it; `state` and `iss` (RFC 9207).',
  headers: { Location: 'The redirect URI.' },
} as const;

export const oauthOperations = {
  oauthToken: {
    ...shared,
    method: 'POST',
    path: '/agent/auth/token',
    summary: 'Get an access token',
    description:
      'client_credentials, authorization_code with PKCE S256, or refresh_token (RFC 6749). A demo key may be the client secret, with any client_id.',
    hasClientAuthentication: true,
    body: { schema: TokenRequest, isRequired: true, isValidated: false, mediaType: form },
    responses: {
      200: { description: 'A token. Never stored by caches.', schema: TokenResponse },
      400: refused,
      401: unknownClient,
    },
    errors: formErrors,
  },
  oauthAuthorize: {
    ...shared,
    method: 'GET',
    path: '/agent/auth/authorize',
    summary: 'Ask a person for consent',
    description:
      'The one page that asks whether a client may read on behalf of its visitor. It never agrees by itself.',
    query: AuthorizationQuery,
    responses: { 200: { description: 'The consent page.', mediaTypes: ['text/html'] }, 400: refusedOrShown },
    errors: ['store_unavailable'],
  },
  oauthConsent: {
    ...shared,
    method: 'POST',
    path: '/agent/auth/authorize',
    summary: 'Answer the consent page',
    description: 'What the form of the consent page sends.',
    body: { schema: ConsentRequest, isRequired: true, isValidated: false, mediaType: form },
    responses: { 303: back, 400: refusedOrShown },
    errors: formErrors,
  },
  oauthRegister: {
    ...shared,
    method: 'POST',
    path: '/agent/auth/register',
    summary: 'Register a client',
    description: 'Dynamic client registration (RFC 7591). A secret is shown once.',
    body: { schema: ClientMetadata, isRequired: true, isValidated: false },
    responses: { 201: { description: 'The client as registered.', schema: ClientInformation }, 400: refused },
    errors: jsonErrors,
    limit: 'subscribe',
  },
  oauthRevoke: {
    ...shared,
    method: 'POST',
    path: '/agent/auth/revoke',
    summary: 'Revoke a token or a demo key',
    description:
      'RFC 7009. A refresh token, or an access token that came with one, ends the whole grant. A demo key needs no client: holding it is the proof.',
    hasClientAuthentication: true,
    body: { schema: TokenReference, isRequired: true, isValidated: false, mediaType: form },
    responses: {
      200: { description: 'The token is not valid, whatever it was before.' },
      400: refused,
      401: unknownClient,
    },
    errors: formErrors,
  },
  oauthIntrospect: {
    ...shared,
    method: 'POST',
    path: '/agent/auth/introspect',
    summary: 'Is this token active?',
    description: 'RFC 7662, for clients that have a secret.',
    hasClientAuthentication: true,
    body: { schema: TokenReference, isRequired: true, isValidated: false, mediaType: form },
    responses: {
      200: { description: 'What the token is good for.', schema: Introspection },
      400: refused,
      401: unknownClient,
    },
    errors: formErrors,
  },
  oauthJwks: {
    ...shared,
    method: 'GET',
    path: '/agent/auth/jwks.json',
    isConditional: true,
    summary: 'Keys that verify access tokens',
    description: 'RFC 7517: the key in use, the one before and, shortly before a rotation, the next one.',
    responses: { 200: { description: 'Public keys.', schema: JwkSet } },
    errors: ['store_unavailable'],
  },
  agentAuthRegister: {
    ...shared,
    method: 'POST',
    path: '/agent/auth',
    hasPage: true,
    summary: 'Register an agent anonymously',
    description: 'auth.md v0.1: `{"type":"anonymous","requested_credential_type":"api_key"}` returns a demo key.',
    body: { schema: AgentRegistrationRequest, isRequired: true, isValidated: false },
    responses: { 200: { description: 'A demo key.', schema: AgentRegistration }, 400: refused },
    errors: jsonErrors,
    limit: 'subscribe',
  },
  agentAuthClaim: {
    ...shared,
    method: 'POST',
    path: '/agent/auth/claim',
    isAlwaysRefused: true,
    summary: 'Claim a registration',
    description: 'auth.md v0.1. No claim token is ever issued, so every one is refused with `invalid_claim_token`.',
    body: { schema: AgentClaimRequest, isRequired: false, isValidated: false },
    responses: { 400: refused },
    errors: jsonErrors,
    limit: 'subscribe',
  },
} as const satisfies Record<string, Operation>;
