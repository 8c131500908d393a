import type { Urls } from '../../contract/urls.ts';
import type { Tokens } from '../authorization/access-tokens.ts';
import { anonymous, type Caller, invalid } from './caller.ts';
import type { Keyring } from './keys.ts';

/** One way to check a Bearer credential; undefined when the credential is not of its kind. */
export type CredentialCheck = (credential: string, path: string) => Caller | undefined | Promise<Caller>;

/**
 * Resolves an Authorization header to a caller (specification section 5). Only `Bearer` is a key: any other scheme
 * (`Payment`, `Basic` ...) is anonymous and never causes a 401 by itself.
 * @param path path of the request, for credentials that are bound to one endpoint
 * @returns a promise only where a check has to wait: never for a demo key
 */
export function createIdentify(
  checks: readonly CredentialCheck[],
): (authorization: string | null, path: string) => Caller | Promise<Caller> {
  return (authorization, path) => {
    if (authorization === null) return anonymous;
    const [scheme, credential, ...rest] = authorization.trim().split(/ +/);
    if (scheme?.toLowerCase() !== 'bearer') return anonymous;
    if (!credential || rest.length > 0) return invalid;
    for (const check of checks) {
      const caller = check(credential, path);
      if (caller) return caller;
    }
    return invalid;
  };
}

/** Demo keys: told at once, without the store. */
export function keyCheck(keyring: Keyring): CredentialCheck {
  return (credential) => {
    const claims = keyring.verify(credential);
    if (!claims) return undefined;
    const { id, plan, scopes, issuedAt } = claims;
    return { kind: 'subscriber', id, plan, scopes, issuedAt };
  };
}

/** Access tokens (RFC 9068) are JWTs: two dots tell them from a key without a signature check. */
export function tokenCheck(tokens: Pick<Tokens, 'verify'>, urls: Pick<Urls, 'at'>): CredentialCheck {
  return (credential, path) =>
    credential.split('.').length === 3 ? tokens.verify(credential, urls.at(path)) : undefined;
}
