import type { Client, Clients } from '../../core/authorization/clients.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { readClientRequest } from './client-metadata.ts';
import { readJson } from './json-body.ts';
import { noStore } from './oauth-error.ts';

/** Dynamic client registration (RFC 7591). */
export function createRegisterHandler({ clients }: { clients: Clients }): Handler<'oauthRegister'> {
  return async ({ bodyText }) => {
    const { client, secret } = await clients.register(readClientRequest(readJson(bodyText, 'invalid_client_metadata')));
    return jsonResponse(toWireClient(client, secret), { status: 201, headers: noStore });
  };
}

function toWireClient(client: Client, secret: string | undefined) {
  const { id, name, uri, authMethod, redirectUris, grantTypes, scopes: allowed, createdAt, expiresAt } = client;
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    ...(secret && { client_secret: secret, client_secret_expires_at: Math.floor(expiresAt / 1000) }),
    ...(name && { client_name: name }),
    ...(uri && { client_uri: uri }),
    redirect_uris: redirectUris,
    grant_types: grantTypes,
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: authMethod,
    scope: allowed.join(' '),
  };
}
