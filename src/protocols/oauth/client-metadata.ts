import { ClientMetadata } from '../../contract/schemas-oauth.ts';
import { type Scope, scopes } from '../../core/access/caller.ts';
import { ClientAuthMethod, type ClientRequest, GrantType } from '../../core/authorization/clients.ts';
import { describeMistake } from '../../library/mistake.ts';
import { OauthError } from './oauth-error.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** Invisible and direction-changing characters could disguise a name on the consent page. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;

const refuse = (description: string) => new OauthError('invalid_client_metadata', description);

/**
 * Parses the metadata of a client, from a registration or from its own document (RFC 7591 section 2).
 * @throws OauthError `invalid_client_metadata` or `invalid_redirect_uri` (RFC 7591 section 3.2.2)
 */
export function readClientRequest(body: unknown): ClientRequest {
  const parsed = ClientMetadata.safeParse(body);
  if (!parsed.success) {
    throw parsed.error.issues[0]?.path[0] === 'redirect_uris'
      ? new OauthError('invalid_redirect_uri', 'redirect_uris is a list of up to 10 URIs.')
      : refuse(describeMistake(parsed.error));
  }
  const metadata = parsed.data;
  const grantTypes = readGrantTypes(metadata.grant_types);
  const authMethod = ClientAuthMethod.safeParse(metadata.token_endpoint_auth_method ?? 'client_secret_basic').data;
  if (!authMethod) throw refuse(`token_endpoint_auth_method is one of ${ClientAuthMethod.options.join(', ')}.`);
  if (authMethod === 'none' && grantTypes.includes('client_credentials')) {
    throw refuse('client_credentials takes a client secret.');
  }
  const usesCode = grantTypes.includes('authorization_code');
  if (usesCode && !(metadata.response_types ?? ['code']).includes('code')) throw refuse('response_types names code.');
  if (metadata.client_name && unprintable.test(metadata.client_name)) throw refuse('client_name is plain text.');
  return {
    authMethod,
    grantTypes,
    redirectUris: readRedirectUris(metadata.redirect_uris ?? [], usesCode),
    scopes: readScopes(metadata.scope),
    name: metadata.client_name,
    uri: readUri(metadata.client_uri),
  };
}

/** Grants that are not offered here are left out, as RFC 7591 section 2 lets a server do. */
function readGrantTypes(names: readonly string[] = ['authorization_code']): GrantType[] {
  const grantTypes = GrantType.options.filter((grantType) => names.includes(grantType));
  if (!grantTypes.some((grantType) => grantType !== 'refresh_token')) {
    throw refuse('grant_types names authorization_code or client_credentials.');
  }
  return grantTypes;
}

/** A registered client is stored for half a year, so that ten long URIs of each would fill a disk. */
const maxRedirectCharacters = 4_096;

function readRedirectUris(redirectUris: readonly string[], isNeeded: boolean): string[] {
  if (redirectUris.join('').length > maxRedirectCharacters)
    throw new OauthError(
      'invalid_redirect_uri',
      `redirect_uris have at most ${maxRedirectCharacters} characters in all.`,
    );
  const isGood = redirectUris.every(isRedirectUri) && (redirectUris.length > 0 || !isNeeded);
  if (isGood) return [...redirectUris];
  throw new OauthError(
    'invalid_redirect_uri',
    'One or more: https, http on loopback, or a private-use scheme with a dot, as com.example.app:/; no fragment.',
  );
}

function readScopes(text: string | undefined): Scope[] {
  const names = text?.split(' ').filter(Boolean) ?? [];
  const known = scopes.filter((scope) => names.length === 0 || names.includes(scope));
  if (known.length === 0) throw refuse(`scope names none of ${scopes.join(', ')}.`);
  return known;
}

function readUri(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') throw refuse('client_uri is an http or https URL.');
  return text;
}
