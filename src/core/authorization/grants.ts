import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { dayMs, hourMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import { Scope } from '../access/caller.ts';

/** A grant that is not refreshed for this long is over. */
const grantIdleMs = 30 * dayMs;
/** However often it is refreshed, after this long a person is asked again. */
const grantLifeMs = 90 * dayMs;
/** A revocation is remembered until every access token of the grant has expired by itself. */
const revokedMs = 2 * hourMs;
const revokedHereCapacity = 10_000;

/** The rights of a person or a client, and until when their record matters. */
export const GrantTerms = z.object({
  clientId: z.string(),
  /** The subject of the tokens: `sub`. */
  subject: z.string(),
  plan: z.string(),
  scopes: z.array(Scope),
  /** Absolute URLs: `aud`. */
  resources: z.array(z.string()),
});
export type GrantTerms = z.infer<typeof GrantTerms>;

const Grant = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('live'),
    terms: GrantTerms,
    /** Number of the one refresh token that is good now. */
    generation: z.int(),
    /** Epoch milliseconds. */
    expiresAt: z.int(),
  }),
  z.object({ status: z.literal('revoked') }),
]);

const grants = record({ prefix: 'oauth-grant', schema: Grant, ttlMs: grantIdleMs });

export type Rotation =
  | { kind: 'rotated'; terms: GrantTerms; generation: number }
  /** Never opened, over or revoked. */
  | { kind: 'unknown' }
  /** An earlier refresh token came back, so a copy exists. The grant is revoked now (RFC 9700 section 4.14.2). */
  | { kind: 'reused' };

/** Grants by id. A grant without refresh tokens has no record until it is revoked. */
export interface Grants {
  /**
   * Does nothing to a grant that is open already.
   * @returns the generation of the refresh token that is good now; undefined when the grant was revoked in between
   */
  open(grantId: string, terms: GrantTerms): Promise<number | undefined>;
  /** Undefined unless the grant is live. */
  find(grantId: string): Promise<{ terms: GrantTerms; generation: number; expiresAt: number } | undefined>;
  rotate(grantId: string, generation: number): Promise<Rotation>;
  /** Ends the grant and every token of it. */
  revoke(grantId: string): Promise<void>;
  isRevoked(grantId: string): Promise<boolean>;
  /** Grants that this process revoked recently: known without asking the store. */
  wasRevokedHere(grantId: string): boolean;
}

/** @param now epoch milliseconds; each function throws StoreUnavailable but `wasRevokedHere` */
export function createGrants({ store, now }: { store: Store; now: () => number }): Grants {
  const revokedHere = new LRUCache<string, true>({ max: revokedHereCapacity });

  return {
    open(grantId, terms) {
      const expiresAt = now() + grantLifeMs;
      return grants.update<number | undefined>(store, grantId, (seen) =>
        seen
          ? { op: 'keep', result: seen.status === 'live' ? seen.generation : undefined }
          : { op: 'put', value: { status: 'live', terms, generation: 1, expiresAt }, result: 1 },
      );
    },
    async find(grantId) {
      const seen = await grants.find(store, grantId);
      return seen?.status === 'live' && seen.expiresAt > now() ? seen : undefined;
    },
    async rotate(grantId, generation) {
      const rotation = await grants.update<Rotation>(store, grantId, (seen) => {
        if (seen?.status !== 'live' || seen.expiresAt <= now()) return { op: 'keep', result: { kind: 'unknown' } };
        if (generation !== seen.generation) {
          return { op: 'put', value: { status: 'revoked' }, ttlMs: revokedMs, result: { kind: 'reused' } };
        }
        const next = generation + 1;
        return {
          op: 'put',
          value: { ...seen, generation: next },
          ttlMs: Math.min(grantIdleMs, seen.expiresAt - now()),
          result: { kind: 'rotated', terms: seen.terms, generation: next },
        };
      });
      if (rotation.kind === 'reused') revokedHere.set(grantId, true);
      return rotation;
    },
    async revoke(grantId) {
      await grants.update(store, grantId, () => ({
        op: 'put',
        value: { status: 'revoked' },
        ttlMs: revokedMs,
        result: undefined,
      }));
      revokedHere.set(grantId, true);
    },
    async isRevoked(grantId) {
      return (await grants.find(store, grantId))?.status === 'revoked';
    },
    wasRevokedHere: (grantId) => revokedHere.has(grantId),
  };
}
