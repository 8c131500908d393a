import type { Urls } from '../../contract/urls.ts';
import type { Claims } from '../../core/authorization/access-tokens.ts';
import type { AuthorizationServer } from '../../core/authorization/authorization-server.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { authenticateClient } from './client-authentication.ts';
import { readFormBody } from './form.ts';
import { noStore, OauthError } from './oauth-error.ts';

const oneOrMany = (audience: readonly string[]) => (audience.length === 1 ? audience[0] : audience);

/** Introspection (RFC 7662), for clients with a secret: a public client could be anyone who tries tokens. */
export function createIntrospectHandler(about: {
  server: AuthorizationServer;
  urls: Urls;
}): Handler<'oauthIntrospect'> {
  const { server, urls } = about;

  async function describeRefreshToken(token: string) {
    const claim = await server.refreshTokens.read(token);
    const grant = claim && (await server.grants.find(claim.grantId));
    if (!grant || grant.generation !== claim.generation) return { active: false };
    const { clientId, subject, scopes, resources } = grant.terms;
    return {
      active: true,
      token_type: 'refresh_token',
      client_id: clientId,
      sub: subject,
      scope: scopes.join(' '),
      aud: oneOrMany(resources),
      iss: urls.base,
      exp: Math.floor(grant.expiresAt / 1000),
    };
  }

  return async ({ request, bodyText, clientAddress }) => {
    const form = readFormBody(bodyText);
    const token = form.read('token');
    const client = await authenticateClient({ clients: server.clients, request, form, clientAddress });
    if (!client.isConfidential) throw new OauthError('invalid_client', 'Introspection takes a client secret.');
    const claims = await server.tokens.inspect(token);
    const body = claims ? toWireClaims(claims) : await describeRefreshToken(token);
    return jsonResponse(body, { headers: noStore });
  };
}

function toWireClaims({ scope, client_id, sub, aud, iss, exp, iat, jti }: Claims) {
  const members = { scope: scope.join(' '), client_id, sub, aud: oneOrMany(aud), iss, exp, iat, jti };
  return { active: true, token_type: 'Bearer', ...members };
}
