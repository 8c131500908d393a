import type { Clients, KnownClient } from '../../core/authorization/clients.ts';
import type { Call } from '../handler.ts';
import { decodeBase64Text } from '../http.ts';

import type { FormParameters } from './form.ts';
import { OauthError } from './oauth-error.ts';

interface Claim {
  id: string | undefined;
  secret: string | undefined;
}

const basic = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i;

function decodeBasic(credentials: string): Claim {
  try {
    const text = decodeBase64Text(credentials.replaceAll('-', '+').replaceAll('_', '/'));
    const colon = text.indexOf(':');
    if (colon < 0) throw new SyntaxError('no colon');
    // RFC 6749 section 2.3.1: both halves are form-encoded before they are joined.
    const decode = (half: string) => decodeURIComponent(half.replaceAll('+', ' '));
    return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) };
  } catch {
    // The decoders and the guard above throw for one reason: these are not credentials.
    throw new OauthError('invalid_client', 'The Basic credentials cannot be read.');
  }
}

function readClaim(authorization: string | null, form: FormParameters): Claim {
  const inForm = { id: form.get('client_id'), secret: form.get('client_secret') };
  if (authorization === null) return inForm;
  const credentials = basic.exec(authorization)?.[1];
  if (!credentials) throw new OauthError('invalid_client', 'Clients authenticate by Basic or by the form.');
  if (inForm.secret) throw new OauthError('invalid_request', 'Send the client secret in one place only.');
  const claim = decodeBasic(credentials);
  if (inForm.id !== undefined && inForm.id !== claim.id) {
    throw new OauthError('invalid_request', 'client_id differs from the Basic credentials.');
  }
  return { id: claim.id, secret: claim.secret === '' ? undefined : claim.secret };
}

/**
 * Authenticates the client of the token, revocation or introspection endpoint: client_secret_basic, client_secret_post
 * or none (RFC 6749 section 2.3).
 *
 * @throws OauthError `invalid_client` when authentication fails, `invalid_request` when two methods are mixed
 */
export async function authenticateClient(about: {
  clients: Clients;
  request: Call['request'];
  form: FormParameters;
  clientAddress: string;
}): Promise<KnownClient> {
  const { clients, request, form, clientAddress } = about;
  const claim = readClaim(request.headers.get('authorization'), form);
  const client = await clients.authenticate({ ...claim, clientAddress });
  if (!client) throw new OauthError('invalid_client', 'The client is unknown or its secret is wrong.');
  return client;
}
