import type { AuthorizationServer } from '../../core/authorization/authorization-server.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { emptyResponse } from '../http.ts';
import { authenticateClient } from './client-authentication.ts';
import type { DemoKeys } from './demo-keys.ts';
import { readFormBody } from './form.ts';
import { noStore, OauthError } from './oauth-error.ts';

/** Revocation (RFC 7009): 200 for every token, also an unknown one; an error for the token of another client. */
export function createRevokeHandler(about: {
  server: AuthorizationServer;
  services: Pick<Services, 'keyring'>;
  keys: DemoKeys;
}): Handler<'oauthRevoke'> {
  const { server, services, keys } = about;

  async function revokeKey(key: string) {
    // A key that this process rejects already may still be missing in the store, if the store was away at the first
    // try.
    const claims = services.keyring.read(key);
    if (claims) await keys.revoke(claims.id);
  }

  async function findGrant(token: string): Promise<{ grantId: string; clientId: string } | undefined> {
    const claims = await server.tokens.inspect(token);
    if (claims) return { grantId: claims.grant, clientId: claims.client_id };
    const claim = await server.refreshTokens.read(token);
    const grant = claim && (await server.grants.find(claim.grantId));
    return grant && { grantId: claim.grantId, clientId: grant.terms.clientId };
  }

  return async ({ request, bodyText, clientAddress }) => {
    const form = readFormBody(bodyText);
    const token = form.read('token');
    const done = () => emptyResponse(200, noStore);
    if (services.keyring.hasKeyPrefix(token)) {
      await revokeKey(token);
      return done();
    }
    const client = await authenticateClient({ clients: server.clients, request, form, clientAddress });
    const grant = await findGrant(token);
    if (!grant) return done();
    if (grant.clientId !== client.id) throw new OauthError('invalid_grant', 'The token belongs to another client.');
    await server.grants.revoke(grant.grantId);
    return done();
  };
}
