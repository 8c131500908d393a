import type { Urls } from '../../contract/urls.ts';
import type { AuthorizationServer } from '../../core/authorization/authorization-server.ts';
import { GrantType, type KnownClient } from '../../core/authorization/clients.ts';
import type { Redemption } from '../../core/authorization/codes.ts';
import type { GrantTerms } from '../../core/authorization/grants.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { authenticateClient } from './client-authentication.ts';
import { type FormParameters, readFormBody } from './form.ts';
import { noStore, OauthError } from './oauth-error.ts';
import { readResources } from './resource.ts';
import { readScope } from './scope.ts';

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

interface TokenGrant {
  terms: GrantTerms;
  grantId?: string;
  refreshToken?: string | undefined;
  /** Spends the code or refresh token, once nothing else can fail. @throws OauthError when another request did */
  spend?: () => Promise<unknown>;
}

interface TokenRequest {
  server: AuthorizationServer;
  urls: Urls;
  client: KnownClient;
  form: FormParameters;
}

/** The token endpoint (RFC 6749 section 3.2) with resource indicators (RFC 8707). */
export function createTokenHandler(about: { server: AuthorizationServer; urls: Urls }): Handler<'oauthToken'> {
  const { server, urls } = about;
  return async ({ request, bodyText, clientAddress }) => {
    const form = readFormBody(bodyText);
    const grantType = GrantType.safeParse(form.read('grant_type')).data;
    if (!grantType) throw new OauthError('unsupported_grant_type', `Supported: ${GrantType.options.join(', ')}.`);
    const client = await authenticateClient({ clients: server.clients, request, form, clientAddress });
    if (!client.grantTypes.includes(grantType)) {
      throw new OauthError('unauthorized_client', `This client is not registered for ${grantType}.`);
    }
    const { terms, grantId, refreshToken, spend } = await grantTokens(grantType, { server, urls, client, form });
    const { token, expiresIn } = await server.tokens.issue(terms, grantId);
    await spend?.();
    const body = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: terms.scopes.join(' '),
      ...(refreshToken && { refresh_token: refreshToken }),
    };
    return jsonResponse(body, { headers: noStore });
  };
}

function grantTokens(grantType: GrantType, ask: TokenRequest): Promise<TokenGrant> {
  switch (grantType) {
    case 'client_credentials':
      return grantClientCredentials(ask);
    case 'authorization_code':
      return redeemCode(ask);
    case 'refresh_token':
      return rotateRefreshToken(ask);
  }
}

/** RFC 6749 section 4.4: the client speaks for itself, and gets no refresh token. */
async function grantClientCredentials({ urls, client, form }: TokenRequest): Promise<TokenGrant> {
  if (!client.isConfidential) throw new OauthError('unauthorized_client', 'client_credentials takes a client secret.');
  const { id, plan } = client;
  const scopes = readScope(form.get('scope'), client.scopes);
  const resources = readResources(form.resources, urls) ?? [urls.base];
  return { terms: { clientId: id, subject: id, plan, scopes, resources } };
}

/** RFC 6749 section 4.1.3 and RFC 7636 section 4.5. */
async function redeemCode({ server, urls, client, form }: TokenRequest): Promise<TokenGrant> {
  const code = form.read('code');
  const verifier = form.read('code_verifier');
  if (!verifierForm.test(verifier))
    throw new OauthError('invalid_grant', 'code_verifier has not the form of RFC 7636.');
  const resources = readResources(form.resources, urls);
  const redirectUri = form.get('redirect_uri');
  const request = { code, clientId: client.id, redirectUri, verifier, resources };
  const { grantId, terms } = await requireRedeemed(server, await server.codes.check(request));
  const refreshToken = await openRefresh({ server, client, grantId, terms });
  return {
    grantId,
    refreshToken,
    terms: { ...terms, resources: resources ?? terms.resources },
    spend: async () => requireRedeemed(server, await server.codes.redeem(request)),
  };
}

/** @throws OauthError unless the code is redeemed. One that was used before ends all that was issued for it */
async function requireRedeemed({ grants }: AuthorizationServer, redemption: Redemption) {
  switch (redemption.kind) {
    case 'redeemed':
      return redemption;
    case 'refused':
      throw new OauthError('invalid_grant', 'The code is unknown, expired, or meant for another request.');
    case 'wrong-resource':
      throw new OauthError('invalid_target', 'The code was not given for this resource.');
    case 'replayed':
      await grants.revoke(redemption.grantId);
      throw new OauthError(
        'invalid_grant',
        'The code was used before; its tokens are revoked. Send the person to the authorization endpoint again.',
      );
  }
}

async function openRefresh(about: {
  server: AuthorizationServer;
  client: KnownClient;
  grantId: string;
  terms: GrantTerms;
}): Promise<string | undefined> {
  const { server, client, grantId, terms } = about;
  if (!client.grantTypes.includes('refresh_token')) return undefined;
  const generation = await server.grants.open(grantId, terms);
  if (generation === undefined)
    throw new OauthError('invalid_grant', 'The code was used twice; its tokens are revoked.');
  return server.refreshTokens.mint(grantId, generation);
}

/** RFC 6749 section 6. A request that cannot be granted is rejected before its token is used up. */
async function rotateRefreshToken({ server, urls, client, form }: TokenRequest): Promise<TokenGrant> {
  const unknown = new OauthError('invalid_grant', 'The refresh token is unknown, expired or revoked.');
  const claim = await server.refreshTokens.read(form.read('refresh_token'));
  const grant = claim && (await server.grants.find(claim.grantId));
  if (!grant || grant.terms.clientId !== client.id) throw unknown;
  const scopes = readScope(form.get('scope'), grant.terms.scopes);
  const resources = readResources(form.resources, urls) ?? grant.terms.resources;
  if (!resources.every((resource) => grant.terms.resources.includes(resource))) {
    throw new OauthError('invalid_target', 'The grant does not cover this resource.');
  }
  const { grantId, generation } = claim;
  return {
    grantId,
    refreshToken: await server.refreshTokens.mint(grantId, generation + 1),
    terms: { ...grant.terms, scopes, resources },
    async spend() {
      const { kind } = await server.grants.rotate(grantId, generation);
      if (kind === 'reused') {
        throw new OauthError('invalid_grant', 'The refresh token was used before; the grant is revoked.');
      }
      if (kind === 'unknown') throw unknown;
    },
  };
}
