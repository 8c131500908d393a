import { z } from 'zod';
import { record } from '../../store/records.ts';
import { type Scope, scopes } from '../access/caller.ts';
import type { DenyList } from '../access/deny-list.ts';
import { toHex } from '../hex.ts';
import { groupAddress, type Verdict } from '../limits/rate-limit.ts';
import type { Services } from '../services.ts';
import { locateIdempotencyKey } from './idempotency-key.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** One subscription. Its key is not among it: `Keyring.mint` makes it anew. */
const Subscription = z.object({
  id: z.string(),
  /** As the subscriber named it. */
  plan: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Epoch milliseconds. */
  created: z.int(),
  revoked: z.int().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const subscriptions = record({ prefix: 'sub', schema: Subscription, ttlMs: 3_650 * dayMs });

/** What an Idempotency-Key stands for: enough to tell the same key again, and no key. */
const Claim = z.object({ plan: z.string(), id: z.string(), kid: z.string(), issuedAt: z.int() });
type Claim = z.infer<typeof Claim>;
const claims = record({ prefix: 'sub-idem', schema: Claim, ttlMs: dayMs });

export type Subscribed =
  | {
      kind: 'subscribed';
      /** The demo key itself. */
      key: string;
      id: string;
      plan: string;
      scopes: readonly Scope[];
      /** Is it the answer to an earlier request with the same Idempotency-Key? */
      isReplay: boolean;
      /** Is the plan in the price list? Any other is taken too. */
      planIsKnown: boolean;
      /** What was left of the limit, when this was counted. */
      counted: Verdict | undefined;
    }
  | { kind: 'idempotency_key_reused' }
  /** It is the answer to an earlier request, and its key was revoked since. */
  | { kind: 'subscription_revoked' }
  | { kind: 'rate_limited'; counted: Verdict };

export interface SubscribeRequest {
  plan: string | undefined;
  idempotencyKey: string | undefined;
  clientAddress: string;
  /** Counts one subscription against the caller's limit; without it nothing is counted here. */
  count?: () => Verdict | Promise<Verdict>;
}

/**
 * Makes a demo subscription. With an Idempotency-Key the same plan gets the same key for 24 hours; such a repeat is looked
 * up before it is counted and uses up no limit, and after a revocation it is told so, never the dead key.
 *
 * The endpoint knows no caller, so an Idempotency-Key counts together with the client's address (of IPv6 the /64): whoever
 * sends another's from elsewhere gets a subscription of its own.
 *
 * @throws StoreUnavailable when the subscription cannot be recorded; then no key was given
 */
export async function subscribe(
  services: Pick<Services, 'store' | 'library' | 'now' | 'randomBytes' | 'keyring'>,
  request: SubscribeRequest,
): Promise<Subscribed> {
  const { store, keyring } = services;
  const plan = request.plan ?? 'demo';
  const place = locateClaim(request);
  const known = place === undefined ? undefined : await claims.find(store, place);
  const counted = known ? undefined : await request.count?.();
  if (counted && !counted.isAllowed) return { kind: 'rate_limited', counted };

  const fresh: Claim = { plan, id: toHex(services.randomBytes(10)), kid: keyring.kid, issuedAt: services.now() };
  // Another process may have been faster since.
  const earlier = known ?? (place === undefined ? undefined : await findOrMakeClaim(store, place, fresh));
  if (earlier && earlier.plan !== plan) return { kind: 'idempotency_key_reused' };
  const { id, kid, issuedAt } = earlier ?? fresh;

  // Also for a replay: the process that took the claim may have died before it came here.
  const isRevoked = await subscriptions.update<boolean>(store, id, (seen) =>
    seen
      ? { op: 'keep', result: seen.revoked !== null }
      : { op: 'put', value: { id, plan, scopes: [...scopes], created: issuedAt, revoked: null }, result: false },
  );
  const key = keyring.mint({ id, scopes, issuedAt, kid });
  // The deny list knows of a revocation before the record does.
  if (earlier && (isRevoked || !keyring.verify(key))) return { kind: 'subscription_revoked' };
  return {
    kind: 'subscribed',
    key,
    id,
    plan,
    scopes,
    isReplay: earlier !== undefined,
    planIsKnown: request.plan === undefined || services.library.tiers.some(({ tier }) => tier === plan),
    counted,
  };
}

/** Where the claim of a request with an Idempotency-Key is kept; undefined without one. */
export function locateClaim({
  idempotencyKey,
  clientAddress,
}: Pick<SubscribeRequest, 'idempotencyKey' | 'clientAddress'>): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return locateIdempotencyKey(`subscribe ${groupAddress(clientAddress)}`, idempotencyKey);
}

/** @returns the claim of an earlier request with this Idempotency-Key; undefined when `fresh` counts */
function findOrMakeClaim(store: Services['store'], place: string, fresh: Claim): Promise<Claim | undefined> {
  return claims.update<Claim | undefined>(store, place, (seen) =>
    seen ? { op: 'keep', result: seen } : { op: 'put', value: fresh, result: undefined },
  );
}

/** Ends a subscription: its key is refused from now on, and the record says since when. */
export async function revokeSubscription(
  services: Pick<Services, 'store' | 'now'> & { denyList: DenyList },
  id: string,
): Promise<void> {
  await services.denyList.revoke(id);
  const revoked = services.now();
  await subscriptions.update(services.store, id, (seen) =>
    seen && seen.revoked === null
      ? { op: 'put', value: { ...seen, revoked }, result: undefined }
      : { op: 'keep', result: undefined },
  );
}
