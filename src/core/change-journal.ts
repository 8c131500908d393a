import { z } from 'zod';
import { sha256 } from '../library/digest.ts';
import type { PublicArticle } from '../library/library.ts';
import { record } from '../store/record-kinds.ts';
import { centuryMs, minuteMs } from './durations.ts';
import type { Services } from './services.ts';

/** The last change of one article. */
const Entry = z.object({
  /** Number of the change that added it. */
  added: z.int(),
  /** Epoch milliseconds of that change. */
  addedAt: z.int(),
  /** Number of its last change. */
  number: z.int(),
  /** Epoch milliseconds of its last change; never before that of a smaller number. */
  changedAt: z.int(),
  /** Digest of the public text; null for a removed article. */
  digest: z.string().nullable(),
  /** Proof of the paid words under the secret of the deployment; null for a free article. It never leaves the store. */
  paidProof: z.string().nullable(),
});
export type Entry = z.infer<typeof Entry>;

/** Last change of every article that was ever seen, by number, as the store keeps it. */
const Journal = z.object({
  /** Names this journal: a cursor of another one means nothing here. */
  epoch: z.string(),
  last: z.int(),
  /** Epoch milliseconds of the last change. */
  lastAt: z.int(),
  /** Content hash of the release that wrote last. */
  release: z.string(),
  /** Releases before it, with the epoch milliseconds until which one of their processes may still be running. */
  replaced: z.record(z.string(), z.int()),
  articles: z.record(z.string(), Entry),
});
export type Journal = z.infer<typeof Journal>;

export const journals = record({ prefix: 'change-feed', schema: Journal, ttlMs: centuryMs });
/** How long replicas may take to change over. After it an older release is one that was brought back. */
const rolloutMs = 15 * minuteMs;

export function emptyJournal(epoch: string): Journal {
  return { epoch, last: 0, lastAt: 0, release: '', replaced: {}, articles: {} };
}

/** Values by which two texts of an article differ. */
export interface Fingerprint {
  digest: string;
  paidProof: string | null;
  /** Is this the proof of the present paid words, under the present secret or the one before? */
  isPaidProof(proof: string): boolean;
}

/** Paid words are compared by a proof that only the secret of the deployment makes: without it no guess can be tested. */
export function fingerprint(
  article: PublicArticle,
  { paidContent, keyring }: Pick<Services, 'paidContent' | 'keyring'>,
): Fingerprint {
  const digest = publicDigest(article);
  const paid = paidContent.findDigest(article.slug);
  if (paid === undefined) return { digest, paidProof: null, isPaidProof: () => false };
  const text = `paid words\n${article.id}\n${paid}` as const;
  return { digest, paidProof: keyring.sign(text), isPaidProof: (proof) => keyring.isSigned(text, proof) };
}

/**
 * The same journal when nothing is new. Pure: the store may run it more than once.
 * @param texts texts of the released articles, newest first
 */
export function recordChanges(
  seen: Journal,
  texts: ReadonlyMap<string, Fingerprint>,
  { release, now }: { release: string; now: number },
): Journal {
  // A process of the release before that is still running would take back what the newer one has recorded.
  if (now < (seen.replaced[release] ?? 0)) return seen;
  const articles = { ...seen.articles };
  // A clock that is set back must not put a later change before an earlier date.
  const changedAt = Math.max(now, seen.lastAt);
  let { last } = seen;
  let isResigned = false;
  // Oldest article first, so that a first reading tells them in the order in which they came out.
  for (const [slug, { digest, paidProof, isPaidProof }] of [...texts].reverse()) {
    const before = articles[slug];
    if (before?.digest === digest && before.paidProof === paidProof) continue;
    if (before?.digest === digest && before.paidProof !== null && isPaidProof(before.paidProof)) {
      isResigned = true;
      articles[slug] = { ...before, paidProof };
      continue;
    }
    last += 1;
    const isAdded = !before || before.digest === null;
    const { added, addedAt } = isAdded ? { added: last, addedAt: changedAt } : before;
    articles[slug] = { added, addedAt, number: last, changedAt, digest, paidProof };
  }
  for (const [slug, before] of Object.entries(articles)) {
    if (texts.has(slug) || before.digest === null) continue;
    last += 1;
    articles[slug] = { ...before, number: last, changedAt, digest: null, paidProof: null };
  }
  if (last === seen.last && release === seen.release && !isResigned) return seen;
  const recent = Object.entries(seen.replaced).filter(([, until]) => now < until);
  if (release !== seen.release && seen.release !== '') recent.push([seen.release, now + rolloutMs]);
  const lastAt = last === seen.last ? seen.lastAt : changedAt;
  return { ...seen, last, lastAt, release, replaced: Object.fromEntries(recent), articles };
}

/**
 * Digest of the public facts: for a paid article its preview and outline, never the paid text. The release time is not
 * part of it.
 */
export function publicDigest(article: PublicArticle): string {
  const { body, contentDigest, revisions: _, releaseAt: __, readingMinutes: ___, citation: ____, ...facts } = article;
  const text = JSON.stringify({ ...facts, content: contentDigest ?? body.markdown });
  return `sha256:${sha256(text)}`;
}
