import { minuteMs } from '../../library/durations.ts';
import type { Services } from '../services.ts';

/** Wrong secrets from one client IP a minute, before the right one is not looked at either. */
const maxFailures = 10;

export type OwnerAccess = 'granted' | 'denied' | 'limited' | 'no-secret';

const proofText = (secret: string) => `owner\n${secret}` as const;

/** The proof by which the secret of the owner is recognized: the service does not hold the secret itself. */
export function proveOwner(keyring: Pick<Services['keyring'], 'sign'>, secret: string): string {
  return keyring.sign(proofText(secret));
}

/**
 * Checks the password of HTTP Basic authentication (RFC 7617); any user name will do. The comparison takes constant
 * time.
 * @param request.clientAddress the failures of each are limited; the store knows it by a proof only
 * @throws StoreUnavailable when attempts cannot be counted
 */
export async function checkOwner(
  { ownerProof, keyring, store }: Pick<Services, 'ownerProof' | 'keyring' | 'store'>,
  request: { authorization: string | null; clientAddress: string },
): Promise<OwnerAccess> {
  if (ownerProof === undefined) return 'no-secret';
  const secret = readPassword(request.authorization);
  if (secret === undefined) return 'denied';
  const key = `owner-failures:${keyring.sign(`owner failures\n${request.clientAddress}`)}`;
  // Counted before the comparison: guesses sent at the same time would otherwise all be compared.
  const { count } = await store.increment(key, minuteMs);
  if (count > maxFailures) return 'limited';
  if (!keyring.isSigned(proofText(secret), ownerProof)) return 'denied';
  await store.increment(key, minuteMs, -1);
  return 'granted';
}

function readPassword(authorization: string | null): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1];
  return encoded === undefined ? undefined : /:(.*)$/s.exec(atob(encoded))?.[1];
}
