import { z } from 'zod';

/**
 * Wire shapes of the authorization server. Forms are published as objects of strings: that is what they are on the
 * wire.
 */

const scopeText = z.string().meta({ description: 'Space separated: articles:read, mcp:connect.' });
const resourceText = z.string().meta({
  description: 'RFC 8707: the base URL of the service, or /mcp or /api/v1 under it. The base URL when absent.',
});

export const OauthErrorBody = z
  .object({
    error: z.string().meta({ description: 'A code of RFC 6749, 7009, 7591 or 8707.' }),
    error_description: z.string().optional(),
    message: z.string().optional().meta({ description: 'The same sentence, where auth.md names it so.' }),
  })
  .meta({ id: 'OAuthError' });

export const TokenRequest = z
  .looseObject({
    grant_type: z.enum(['client_credentials', 'authorization_code', 'refresh_token']),
    scope: scopeText.optional(),
    resource: resourceText.optional(),
    code: z.string().optional(),
    redirect_uri: z.string().optional(),
    code_verifier: z.string().optional(),
    refresh_token: z.string().optional(),
    client_id: z.string().optional(),
    client_secret: z.string().optional().meta({ description: 'A registered secret or a demo key.' }),
  })
  .meta({ id: 'TokenRequest' });

export const TokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'A JWT of RFC 9068. Send as Authorization: Bearer.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    scope: z.string(),
    refresh_token: z
      .string()
      .optional()
      .meta({ description: 'Valid for one use; the response contains the next one.' }),
  })
  .meta({ id: 'TokenResponse' });

const authorizationParameters = {
  response_type: z.string().optional().meta({ description: '`code`.' }),
  redirect_uri: z.string().optional().meta({ description: 'Required when several are registered.' }),
  code_challenge: z.string().optional().meta({ description: 'Required: PKCE, RFC 7636.' }),
  code_challenge_method: z.string().optional().meta({ description: '`S256`, the only method.' }),
  scope: scopeText.optional(),
  resource: resourceText.optional(),
  state: z.string().optional(),
};

/** Query of GET, for the description of the API: the handler checks each parameter and shows errors on a page. */
export const AuthorizationQuery = z.object({
  client_id: z
    .string()
    .optional()
    .meta({ description: 'Required: from registration, or the https URL of a client metadata document.' }),
  ...authorizationParameters,
});

export const ConsentRequest = z
  .looseObject({
    client_id: z.string(),
    ...authorizationParameters,
    decision: z.enum(['allow', 'deny']).meta({ description: 'What the person decided.' }),
  })
  .meta({ id: 'ConsentRequest' });

export const ClientMetadata = z
  .looseObject({
    client_name: z.string().min(1).max(128).optional(),
    client_uri: z.string().max(2048).optional(),
    redirect_uris: z.array(z.string().max(2048)).max(10).optional(),
    grant_types: z.array(z.string().max(128)).max(10).optional(),
    response_types: z.array(z.string().max(64)).max(10).optional(),
    token_endpoint_auth_method: z.string().max(64).optional(),
    scope: z.string().max(512).optional(),
  })
  .meta({ id: 'ClientMetadata', description: 'RFC 7591 client metadata; members not named here are ignored.' });

export const ClientInformation = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_secret: z.string().optional().meta({ description: 'Shown once: only its hash is stored.' }),
    client_secret_expires_at: z.int().optional().meta({ description: 'Unix seconds.' }),
    client_name: z.string().optional(),
    client_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
    scope: z.string(),
  })
  .meta({ id: 'ClientInformation' });

export const TokenReference = z
  .looseObject({ token: z.string(), token_type_hint: z.string().optional(), client_id: z.string().optional() })
  .meta({ id: 'TokenReference' });

export const Introspection = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    token_type: z.string().optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    sub: z.string().optional(),
    aud: z.union([z.string(), z.array(z.string())]).optional(),
    iss: z.string().optional(),
    jti: z.string().optional(),
  })
  .meta({
    id: 'Introspection',
    description: 'RFC 7662. A token that is unknown, expired or revoked is only inactive.',
  });

export const JwkSet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('RSA'),
        kid: z.string(),
        alg: z.literal('RS256'),
        use: z.literal('sig'),
        n: z.string(),
        e: z.string(),
      }),
    ),
  })
  .meta({ id: 'JwkSet' });

export const AgentRegistrationRequest = z
  .looseObject({
    type: z.string().meta({ description: '`anonymous`.' }),
    requested_credential_type: z.string().optional().meta({ description: '`api_key`.' }),
  })
  .meta({ id: 'AgentRegistrationRequest' });

export const AgentRegistration = z
  .object({
    registration_id: z.string(),
    registration_type: z.literal('anonymous'),
    credential_type: z.literal('api_key'),
    credential: z.string().meta({ description: 'A demo key. Send as Authorization: Bearer.' }),
    credential_expires: z.null(),
    scopes: z.array(z.string()),
    claim_url: z.url(),
    claim_token: z.null().meta({ description: 'Always null: the key has every scope, nothing is left to claim.' }),
    claim_token_expires: z.null(),
    post_claim_scopes: z.array(z.string()),
  })
  .meta({ id: 'AgentRegistration' });

export const AgentClaimRequest = z.looseObject({ claim_token: z.string().optional() });
