import { z } from 'zod';
import { dayMs, minuteMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import { networksOf } from '../limits/rate-limit.ts';
import type { Services } from '../services.ts';

/**
 * Wrong secrets from one client IP a minute, before the right one is not looked at either. Wider networks have the
 * multiples of it that other limits have. With these and a secret of 32 characters, a slow hash would only cost the
 * service: what is compared is an HMAC that is never stored.
 */
const maxFailures = 10;

/** Client IPs that sent the right secret: the failures of their neighbours do not lock the owner out. */
const ownerAddresses = record({ prefix: 'owner-address', schema: z.literal(true), ttlMs: 30 * dayMs });

export type OwnerAccess = 'granted' | 'denied' | 'limited' | 'no-secret';

const proofText = (secret: string) => `owner\n${secret}` as const;

/** The proof by which the secret of the owner is recognized: the service does not hold the secret itself. */
export function proveOwner(keyring: Pick<Services['keyring'], 'sign'>, secret: string): string {
  return keyring.sign(proofText(secret));
}

/**
 * Checks the password of HTTP Basic authentication (RFC 7617); any user name will do. The comparison takes constant
 * time.
 * @param request.clientAddress the failures of each and of its networks are limited; the store has only proofs of them
 * @throws StoreUnavailable when attempts cannot be counted
 */
export async function checkOwner(
  { ownerProof, keyring, store }: Pick<Services, 'ownerProof' | 'keyring' | 'store'>,
  request: { authorization: string | null; clientAddress: string },
): Promise<OwnerAccess> {
  if (ownerProof === undefined) return 'no-secret';
  const secret = readPassword(request.authorization);
  if (secret === undefined) return 'denied';
  const name = (id: string) => keyring.sign(`owner failures\n${id}`);
  const home = name(request.clientAddress);
  const isKnown = (await ownerAddresses.find(store, home)) === true;
  const networks = networksOf(request.clientAddress).slice(0, isKnown ? 1 : undefined);
  const counted: string[] = [];
  // Counted before the comparison: guesses sent at the same time would otherwise all be compared.
  for (const { id, times } of networks) {
    const key = `owner-failures:${name(id)}`;
    const { count } = await store.increment(key, minuteMs);
    if (count > maxFailures * times) return 'limited';
    counted.push(key);
  }
  if (!keyring.isSigned(proofText(secret), ownerProof)) return 'denied';
  await Promise.all(counted.map((key) => store.increment(key, minuteMs, -1)));
  if (!isKnown) await ownerAddresses.update(store, home, () => ({ op: 'put', value: true, result: undefined }));
  return 'granted';
}

function readPassword(authorization: string | null): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1];
  return encoded === undefined ? undefined : /:(.*)$/s.exec(atob(encoded))?.[1];
}
