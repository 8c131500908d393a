import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { dayMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import { Scope, scopes } from '../access/caller.ts';
import type { DenyList } from '../access/deny-list.ts';
import { collection } from '../ledger/ledger-records.ts';
import type { RateLimitResult } from '../limits/rate-limit.ts';
import type { Services } from '../services.ts';
import { type Claim, dropClaim, findOrTakeClaim, leaveClaim, locateClaim, mayBeRunning } from './claims.ts';

/** One subscription. It does not contain its key, which `Keyring.mint` derives again. */
const Subscription = z.object({
  id: z.string(),
  /** As the subscriber named it. */
  plan: z.string(),
  scopes: z.array(Scope),
  /** Epoch milliseconds. */
  created: z.int(),
  revoked: z.int().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const subscriptions = record({ prefix: 'sub', schema: Subscription, ttlMs: 3_650 * dayMs });

export type Subscribed =
  | {
      kind: 'subscribed';
      /** The demo key itself. */
      key: string;
      id: string;
      plan: string;
      scopes: readonly Scope[];
      /** Does it repeat the response to an earlier request with the same Idempotency-Key? */
      isReplay: boolean;
      /** Is the plan in the price list? Any other is taken too. */
      planIsKnown: boolean;
      /** The rate limit after this request, if it was counted. */
      counted: RateLimitResult | undefined;
    }
  | { kind: 'idempotency_key_reused' }
  /** The first request with this Idempotency-Key is not done yet. */
  | { kind: 'idempotency_in_flight' }
  /** It repeats an earlier request, and its key was revoked in between. */
  | { kind: 'subscription_revoked' }
  | { kind: 'rate_limited'; counted: RateLimitResult };

export interface SubscribeRequest {
  plan: string | undefined;
  idempotencyKey: string | undefined;
  clientAddress: string;
  /** Counts one subscription against the caller's limit; without it nothing is counted here. */
  count?: () => RateLimitResult | Promise<RateLimitResult>;
}

type Needs = Pick<Services, 'store' | 'library' | 'now' | 'randomBytes' | 'keyring' | 'ledger'>;

/**
 * Creates a demo subscription. With an Idempotency-Key, the same plan gets the same key for 24 hours. A repeat is not
 * counted. While the first request is running, it returns `idempotency_in_flight`; after a revocation
 * `subscription_revoked`, never the dead key.
 *
 * Subscribing needs no authentication, so an Idempotency-Key is scoped to the client's IP address (IPv6: the /64). Sent
 * from another network, it creates another subscription.
 *
 * @throws StoreUnavailable when the subscription cannot be stored; no key was issued then
 */
export async function subscribe(needs: Needs, request: SubscribeRequest): Promise<Subscribed> {
  const { store, keyring, now } = needs;
  const plan = request.plan ?? 'demo';
  const { kid, prefix } = keyring;
  const ours: Claim = { plan, id: bytesToHex(needs.randomBytes(10)), kid, prefix, issuedAt: now() };
  const place = locateClaim(request);
  const earlier = place === undefined ? undefined : await findOrTakeClaim(store, place, ours);
  if (earlier) return repeat(needs, request, earlier);

  const counted = await request.count?.();
  if (counted && !counted.isAllowed) {
    // A claim that cannot be dropped ends by itself.
    if (place !== undefined) await dropClaim(store, place, ours).catch(() => undefined);
    return { kind: 'rate_limited', counted };
  }
  try {
    await findOrRecord(store, ours);
  } catch (failure) {
    if (place !== undefined) await leaveClaim(store, place, ours).catch(() => undefined);
    throw failure;
  }
  needs.ledger.count(collection, 'subscription');
  return tell(needs, request, { claim: ours, isReplay: false, counted });
}

/** Responds to a request whose Idempotency-Key an earlier one claimed. */
async function repeat(needs: Needs, request: SubscribeRequest, claim: Claim): Promise<Subscribed> {
  const { store, keyring, now } = needs;
  if (claim.plan !== (request.plan ?? 'demo')) return { kind: 'idempotency_key_reused' };
  const made = await subscriptions.find(store, claim.id);
  if (!made && mayBeRunning(claim, now())) return { kind: 'idempotency_in_flight' };
  // The process with the claim died, or lost the store, before it got here.
  const { revoked } = made ?? (await findOrRecord(store, claim));
  const replayed = tell(needs, request, { claim, isReplay: true, counted: undefined });
  // The deny list knows of a revocation before the record does.
  return revoked !== null || !keyring.verify(replayed.key) ? { kind: 'subscription_revoked' } : replayed;
}

function findOrRecord(store: Services['store'], { id, plan, issuedAt }: Claim): Promise<Subscription> {
  const made: Subscription = { id, plan, scopes: [...scopes], created: issuedAt, revoked: null };
  return subscriptions.update<Subscription>(store, id, (seen) =>
    seen ? { op: 'keep', result: seen } : { op: 'put', value: made, result: made },
  );
}

function tell(
  { keyring, library }: Needs,
  request: SubscribeRequest,
  about: { claim: Claim; isReplay: boolean; counted: RateLimitResult | undefined },
): Extract<Subscribed, { kind: 'subscribed' }> {
  const { id, plan, kid, prefix, issuedAt } = about.claim;
  return {
    kind: 'subscribed',
    key: keyring.mint({ id, scopes, issuedAt, kid, prefix }),
    id,
    plan,
    scopes,
    isReplay: about.isReplay,
    planIsKnown: request.plan === undefined || library.tiers.some(({ tier }) => tier === plan),
    counted: about.counted,
  };
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
