import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { dayMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import type { Keyring } from './keys.ts';

/** The copy of an unpublished article that a reviewer reads. */
export interface ReviewCopy {
  slug: string;
  title: string;
  description: string;
  html: string;
}

interface Needs {
  store: Store;
  keyring: Keyring;
  /** Epoch milliseconds. */
  now: () => number;
}

export const maxReviewDays = 90;

const reviewCopies = record({
  prefix: 'review',
  schema: z.object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    html: z.string(),
    expiresAt: z.int(),
  }),
  ttlMs: maxReviewDays * dayMs,
});

/** Finds the copy that is shared of an article, so that it can be shared again or revoked. */
const reviewIds = record({ prefix: 'review-of', schema: z.object({ id: z.string() }), ttlMs: maxReviewDays * dayMs });

/** An ID and its proof are hexadecimal, so that the log of requests redacts both wherever they stand. */
const tokenPattern = /^([0-9a-f]{32})([0-9a-f]{32})$/;

const signedText = (id: string): `${string}\n${string}` => `review\n${id}`;

/**
 * Stores a copy and returns the token of its URL. An article that is shared already keeps its token: reviewers see the
 * new copy, and its time starts again.
 */
export async function shareForReview(
  { store, keyring, now, randomBytes }: Needs & { randomBytes: (length: number) => Uint8Array },
  { copy, days }: { copy: ReviewCopy; days: number },
): Promise<{ token: string; expiresAt: number }> {
  const ttlMs = days * dayMs;
  const expiresAt = now() + ttlMs;
  const fresh = bytesToHex(randomBytes(16));
  // The ID comes first: a process that dies between the two leaves a link without a copy, and never a copy without its
  // ID.
  const id = await reviewIds.update<string>(store, copy.slug, (seen) => {
    const value = seen ?? { id: fresh };
    return { op: 'put', value, ttlMs, result: value.id };
  });
  await reviewCopies.update<void>(store, id, () => ({
    op: 'put',
    value: { ...copy, expiresAt },
    ttlMs,
    result: undefined,
  }));
  return { token: id + keyring.sign(signedText(id)), expiresAt };
}

/** Ends every link to an article. Returns whether there was one. */
export async function revokeReview({ store }: Pick<Needs, 'store'>, slug: string): Promise<boolean> {
  const shared = await reviewIds.find(store, slug);
  if (!shared) return false;
  // The copy goes first: a process that dies between the two leaves what a second call removes.
  await reviewCopies.update<void>(store, shared.id, () => ({ op: 'delete', result: undefined }));
  await reviewIds.update<void>(store, slug, () => ({ op: 'delete', result: undefined }));
  return true;
}

/** Finds the copy behind a token; undefined for one that is forged, expired or revoked. */
export async function findReviewCopy(
  { store, keyring, now }: Needs,
  token: string,
): Promise<(ReviewCopy & { expiresAt: number }) | undefined> {
  const [, id, proof] = tokenPattern.exec(token) ?? [];
  if (id === undefined || proof === undefined || !keyring.isSigned(signedText(id), proof)) return undefined;
  const copy = await reviewCopies.find(store, id);
  return copy && copy.expiresAt > now() ? copy : undefined;
}
