import { z } from 'zod';
import { dayMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import { locateIdempotencyKey } from './idempotency-key.ts';

/**
 * How long no other request completes what the first one began. It normally takes milliseconds, or about a second
 * with a slow store; only a process that died takes longer. A value that is too short does no harm: the other request
 * creates the same subscription.
 */
const leaseMs = 3_000;

/** The record of an Idempotency-Key: enough to derive the same key again, but no key. */
const Claim = z.object({
  plan: z.string(),
  /** The ID of the subscription. It is drawn first, so that any request that completes it creates the same one. */
  id: z.string(),
  kid: z.string(),
  /** The prefix of its key. Absent in claims of releases that knew only one prefix. */
  prefix: z.string().optional(),
  issuedAt: z.int(),
  /**
   * Epoch milliseconds until which the first request may be running. Absent in claims of releases that let repeats
   * wait.
   */
  until: z.int().optional(),
});
export type Claim = z.infer<typeof Claim>;

const claims = record({ prefix: 'sub-idem', schema: Claim, ttlMs: dayMs });

/** The record ID for a request with an Idempotency-Key; undefined without one. */
export function locateClaim(request: { idempotencyKey: string | undefined; clientAddress: string }) {
  if (request.idempotencyKey === undefined) return undefined;
  return locateIdempotencyKey(`subscribe ${request.clientAddress}`, request.idempotencyKey);
}

/** @returns the claim of an earlier request with this Idempotency-Key; undefined when it is ours now */
export function findOrTakeClaim(store: Store, place: string, ours: Claim): Promise<Claim | undefined> {
  return claims.update<Claim | undefined>(store, place, (seen) =>
    seen
      ? { op: 'keep', result: seen }
      : { op: 'put', value: { ...ours, until: ours.issuedAt + leaseMs }, result: undefined },
  );
}

/** May the request that took this claim still be at work? A clock that was set back must not stretch its time. */
export function mayBeRunning({ until = 0 }: Claim, now: number): boolean {
  return now < until && until <= now + leaseMs;
}

/** Nothing was made with it: the Idempotency-Key is free again. */
export function dropClaim(store: Store, place: string, ours: Claim): Promise<void> {
  return claims.update(store, place, (seen) => ({ op: seen?.id === ours.id ? 'delete' : 'keep', result: undefined }));
}

/** It is not known what came of it: the next request with the Idempotency-Key finishes it, without waiting. */
export function leaveClaim(store: Store, place: string, ours: Claim): Promise<void> {
  return claims.update(store, place, (seen) =>
    seen?.id === ours.id
      ? { op: 'put', value: { ...seen, until: 0 }, result: undefined }
      : { op: 'keep', result: undefined },
  );
}
