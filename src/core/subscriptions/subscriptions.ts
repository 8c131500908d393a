import { z } from 'zod';
import { record } from '../../store/records.ts';
import { type Scope, scopes } from '../access/caller.ts';
import type { DenyList } from '../access/deny-list.ts';
import { toHex } from '../hex.ts';
import type { Services } from '../services.ts';
import { locateIdempotencyKey } from './idempotency-key.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Below this length an Idempotency-Key is likely to be somebody else's too: `1`, `test`, a date. */
const sharedKeyLength = 16;

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
    }
  | { kind: 'idempotency_key_reused' };

/**
 * Makes a demo subscription. With an Idempotency-Key the same plan gets the same key for 24 hours.
 *
 * The endpoint knows no caller, so two agents that both send `1` would share a key: one of fewer than 16 characters counts
 * together with the client's address. Longer ones count alone, and an agent may repeat them from another address.
 *
 * @throws StoreUnavailable when the subscription cannot be recorded; then no key was given
 */
export async function subscribe(
  services: Pick<Services, 'store' | 'library' | 'now' | 'randomBytes' | 'keyring'>,
  request: { plan: string | undefined; idempotencyKey: string | undefined; clientAddress: string },
): Promise<Subscribed> {
  const { store, keyring } = services;
  const plan = request.plan ?? 'demo';
  const fresh: Claim = { plan, id: toHex(services.randomBytes(10)), kid: keyring.kid, issuedAt: services.now() };

  const earlier = await findOrMakeClaim(services, request, fresh);
  if (earlier && earlier.plan !== plan) return { kind: 'idempotency_key_reused' };
  const { id, kid, issuedAt } = earlier ?? fresh;

  // Also for a replay: the process that took the claim may have died before it came here.
  await subscriptions.update(store, id, (seen) =>
    seen
      ? { op: 'keep', result: undefined }
      : { op: 'put', value: { id, plan, scopes: [...scopes], created: issuedAt, revoked: null }, result: undefined },
  );
  return {
    kind: 'subscribed',
    key: keyring.mint({ id, scopes, issuedAt, kid }),
    id,
    plan,
    scopes,
    isReplay: earlier !== undefined,
    planIsKnown: request.plan === undefined || services.library.tiers.some(({ tier }) => tier === plan),
  };
}

/** @returns the claim of an earlier request with this Idempotency-Key; undefined when `fresh` counts */
async function findOrMakeClaim(
  services: Pick<Services, 'store'>,
  request: { idempotencyKey: string | undefined; clientAddress: string },
  fresh: Claim,
): Promise<Claim | undefined> {
  const { idempotencyKey: key, clientAddress } = request;
  if (key === undefined) return undefined;
  const scope = key.length < sharedKeyLength ? `subscribe ${clientAddress}` : 'subscribe';
  return claims.update<Claim | undefined>(services.store, locateIdempotencyKey(scope, key), (seen) =>
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
