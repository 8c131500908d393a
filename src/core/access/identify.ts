import type { Tokens } from '../authorization/tokens.ts';
import { anonymous, type Caller } from './caller.ts';
import type { Keyring } from './keys.ts';

/** One way to check a Bearer credential; undefined when the credential is not of its kind. */
export type CredentialCheck = (
  credential: string,
  address: string | undefined,
) => Caller | undefined | Promise<Caller | undefined>;

/**
 * Turns an Authorization header into a caller (specification section 5).
 * Only `Bearer` is a key: any other scheme (`Payment`, `Basic` ...) is anonymous and never earns 401 by itself.
 * @param address absolute address that is called, for credentials that are bound to one
 * @returns no promise where no check needs one: it is asked on every call
 */
export function createIdentify(
  checks: readonly CredentialCheck[],
): (authorization: string | null, address?: string) => Caller | Promise<Caller> {
  return (authorization, address) => {
    if (authorization === null) return anonymous;
    const [scheme, credential, ...rest] = authorization.trim().split(/ +/);
    if (scheme?.toLowerCase() !== 'bearer') return anonymous;
    if (!credential || rest.length > 0) return invalid;
    return findCaller(checks, credential, address);
  };
}

const invalid: Caller = { kind: 'invalid' };

/** The first check that knows the credential decides. */
function findCaller(
  [check, ...others]: readonly CredentialCheck[],
  credential: string,
  address: string | undefined,
): Caller | Promise<Caller> {
  if (!check) return invalid;
  const caller = check(credential, address);
  if (caller instanceof Promise) return caller.then((known) => known ?? findCaller(others, credential, address));
  return caller ?? findCaller(others, credential, address);
}

export function keyCheck(keyring: Keyring): CredentialCheck {
  return (credential) => {
    const claims = keyring.verify(credential);
    return claims && { kind: 'subscriber', id: claims.id, plan: claims.plan, scopes: claims.scopes };
  };
}

/** Access tokens (RFC 9068) are JWTs: two dots tell them from a key without a signature check. */
export function tokenCheck(tokens: Pick<Tokens, 'verify'>): CredentialCheck {
  return (credential, address) => (credential.split('.').length === 3 ? tokens.verify(credential, address) : undefined);
}
