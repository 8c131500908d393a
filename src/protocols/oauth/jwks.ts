import { type SigningKeys, signingAlgorithm } from '../../core/authorization/signing-keys.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';

/**
 * The JWK set (RFC 7517). Caches may keep it for half the time that a new key is published before it signs. A cache in
 * front that is purged with each release may keep it no longer: keys do not change with a release.
 */
export function createJwksHandler({ signingKeys }: { signingKeys: SigningKeys }): Handler<'oauthJwks'> {
  return async () => {
    const keys = await signingKeys.list();
    const body = { keys: keys.map((key) => ({ ...key, alg: signingAlgorithm, use: 'sig' })) };
    return jsonResponse(body, { headers: { 'cache-control': 'public, max-age=300, s-maxage=300' } });
  };
}
