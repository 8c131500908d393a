import type { Urls } from '../../contract/urls.ts';
import { scopes } from '../../core/access/caller.ts';
import { ClientAuthMethod, GrantType } from '../../core/authorization/clients.ts';
import { signingAlgorithm } from '../../core/authorization/signing-keys.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { listResources } from './resource.ts';

/** auth.md v0.1: where an agent without an account registers, and what it gets. */
function agentAuth(urls: Urls) {
  return {
    skill: urls.at('/auth.md'),
    register_uri: urls.auth,
    claim_uri: `${urls.auth}/claim`,
    revocation_uri: `${urls.auth}/revoke`,
    identity_types_supported: ['anonymous'],
    anonymous: { credential_types_supported: ['api_key'], claim_uri: `${urls.auth}/claim` },
  };
}

/**
 * Authorization server metadata (RFC 8414), for /.well-known/oauth-authorization-server. The issuer is the base URL,
 * byte for byte.
 */
export function authorizationServerMetadata(urls: Urls) {
  return {
    issuer: urls.base,
    authorization_endpoint: `${urls.auth}/authorize`,
    token_endpoint: `${urls.auth}/token`,
    registration_endpoint: `${urls.auth}/register`,
    revocation_endpoint: `${urls.auth}/revoke`,
    introspection_endpoint: `${urls.auth}/introspect`,
    jwks_uri: `${urls.auth}/jwks.json`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GrantType.options,
    token_endpoint_auth_methods_supported: ClientAuthMethod.options,
    revocation_endpoint_auth_methods_supported: ClientAuthMethod.options,
    introspection_endpoint_auth_methods_supported: ClientAuthMethod.options.filter((method) => method !== 'none'),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    protected_resources: listResources(urls),
    service_documentation: urls.at('/auth.md'),
    agent_auth: agentAuth(urls),
  };
}

/**
 * The same under /.well-known/openid-configuration, with the members that OpenID Connect Discovery 1.0 section 3
 * requires. It exists for clients that look there: no scope of this service yields an ID token.
 */
export function openidConfiguration(urls: Urls) {
  return {
    ...authorizationServerMetadata(urls),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
  };
}

/** Paths under /.well-known/oauth-protected-resource that have a document: the root one, /mcp and /api/v1. */
export const protectedResourcePaths = ['', '/mcp', '/api/v1'] as const;
export type ProtectedResourcePath = (typeof protectedResourcePaths)[number];

/**
 * Protected resource metadata (RFC 9728). Each document names the resource of its own URL (section 3.3), which clients
 * compare exactly.
 */
export function protectedResourceMetadata(about: {
  urls: Urls;
  publication: Pick<Publication, 'name'>;
  path: ProtectedResourcePath;
}) {
  const { urls, publication, path } = about;
  const resources = {
    '': { resource: urls.base, name: publication.name },
    '/mcp': { resource: urls.mcp, name: `${publication.name} tool server` },
    '/api/v1': { resource: urls.api('live'), name: `${publication.name} article API` },
  } as const satisfies Record<ProtectedResourcePath, { resource: string; name: string }>;
  return {
    resource: resources[path].resource,
    resource_name: resources[path].name,
    authorization_servers: [urls.base],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_documentation: urls.developers,
  };
}
