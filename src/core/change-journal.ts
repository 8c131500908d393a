import { z } from 'zod';
import { minuteMs } from '../library/durations.ts';
import { parseRecord } from '../store/record-kinds.ts';
import type { ListItem, Store } from '../store/store.ts';
import type { Fingerprint } from './article-fingerprint.ts';

/**
 * The last change of one article, an item of the list `changes`: its ID is the slug, its position the number of the
 * change.
 */
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
const StoredEntry = Entry.omit({ number: true });
export type Entry = z.infer<typeof Entry> & { slug: string };

const Head = z.object({
  /** Names this journal: a cursor of another one means nothing here. */
  epoch: z.string(),
  /** Number of the last change. */
  last: z.int(),
  /** Epoch milliseconds of the last change. */
  lastAt: z.int(),
  /** Content hash of the release whose articles were last compared. */
  release: z.string(),
  /** How many of its articles were released by then. */
  articles: z.int(),
  /** Proof of the secret that the proofs of paid words were made with. */
  secretProof: z.string(),
  /** Releases before it, with the epoch milliseconds until which one of their processes may still be running. */
  replaced: z.record(z.string(), z.int()),
});
export type Head = z.infer<typeof Head>;

const list = 'changes';
const batchSize = 1_000;
/** How long replicas may take to change over. After it an older release is one that was brought back. */
const rolloutMs = 15 * minuteMs;

/** The released articles of one process, to compare with those that were seen last. */
export interface Released {
  release: string;
  articles: number;
  secretProof: string;
  /** Texts by slug, newest first; called only when something may have changed. */
  readTexts(): ReadonlyMap<string, Fingerprint> | Promise<ReadonlyMap<string, Fingerprint>>;
  /** Epoch milliseconds. */
  now: number;
  /** Names a journal that begins with these articles. */
  epoch: string;
}

/**
 * The head of the journal, and at most `limit` entries after a number, the oldest first.
 * @throws StoreUnavailable, and CorruptRecord for what another program wrote
 */
export async function readJournal(store: Store, after: number, limit: number) {
  const { head, items } = await store.readList(list, { after, limit });
  return {
    head: parseRecord({ prefix: list, schema: Head }, head),
    stored: head,
    entries: items.flatMap(({ id, position, value }): Entry[] => {
      const entry = parseRecord({ prefix: list, schema: StoredEntry }, value);
      return entry ? [{ ...entry, slug: id, number: position }] : [];
    }),
  };
}

/**
 * Records how the released articles differ from those that were seen last. Replicas may do so at once: each batch is
 * written only if no other was written since the entries were read.
 * @returns whether the journal now describes these articles; false for a process of a release that was just replaced
 * @throws StoreUnavailable when some of it may be missing; the next call writes the rest
 */
export async function recordChanges(store: Store, released: Released): Promise<boolean> {
  if (describes((await readJournal(store, 0, 0)).head, released)) return true;
  const known = new Map<string, Entry>();
  let read = 0;
  let texts: ReadonlyMap<string, Fingerprint> | undefined;
  for (;;) {
    const { head, stored, entries } = await readJournal(store, read, batchSize);
    for (const entry of entries) known.set(entry.slug, entry);
    read = entries.at(-1)?.number ?? read;
    if (describes(head, released)) return true;
    // A process of the release before that is still running would take back what the newer one has recorded.
    if (released.now < (head?.replaced[released.release] ?? 0)) return false;
    if (entries.length === batchSize) {
      await yieldToRequests();
      continue;
    }
    texts ??= await released.readTexts();
    const { last, lastAt } = head ?? { last: 0, lastAt: 0 };
    const changed = await compareTexts(known, texts, { last, changedAt: Math.max(released.now, lastAt) });
    for (const entry of await writeBatches(store, { head, stored, changed, released })) known.set(entry.slug, entry);
  }
}

/**
 * Gives the journal another name, so that a follower with a cursor of before begins again. A store that was restored
 * gives out numbers a second time, which followers know of other changes.
 * @returns whether there was a journal
 * @throws StoreUnavailable
 */
export async function renameJournal(store: Store, epoch: string): Promise<boolean> {
  for (;;) {
    const { head, stored } = await readJournal(store, 0, 0);
    if (!head) return false;
    if (await store.writeList(list, { seen: stored, head: JSON.stringify({ ...head, epoch }), items: [] })) return true;
  }
}

/** @returns the entries that were written: not all of them when another process wrote in between */
async function writeBatches(
  store: Store,
  about: { head: Head | undefined; stored: string | undefined; changed: readonly Entry[]; released: Released },
): Promise<readonly Entry[]> {
  const { changed, released } = about;
  let { head, stored } = about;
  let start = 0;
  do {
    const batch = changed.slice(start, start + batchSize);
    head = describeBatch(head, batch, { released, isWhole: start + batch.length === changed.length });
    const next = JSON.stringify(head);
    if (!(await store.writeList(list, { seen: stored, head: next, items: batch.map(toItem) }))) break;
    stored = next;
    start += batch.length;
    await yieldToRequests();
  } while (start < changed.length);
  return changed.slice(0, start);
}

/** A store in this process may reply without ever yielding to requests, and so does the file of a library. */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

export function describes(
  head: Head | undefined,
  { release, articles, secretProof }: Pick<Released, 'release' | 'articles' | 'secretProof'>,
): boolean {
  return head?.release === release && head.articles === articles && head.secretProof === secretProof;
}

/**
 * The entries that differ, by their numbers. An entry whose paid words are the same under a new secret keeps its
 * number. Requests are served in between: 100,000 articles take a tenth of a second.
 * @param known entries by slug
 * @param texts texts of the released articles, newest first
 */
async function compareTexts(
  known: ReadonlyMap<string, Entry>,
  texts: ReadonlyMap<string, Fingerprint>,
  { last, changedAt }: { last: number; changedAt: number },
): Promise<Entry[]> {
  const resigned: Entry[] = [];
  const changed: Entry[] = [];
  const nextNumber = () => last + changed.length + 1;
  let compared = 0;
  const isDue = () => {
    compared += 1;
    return compared % batchSize === 0;
  };
  // Oldest article first, so that a first reading lists them in the order in which they were released.
  for (const [slug, { digest, paidProof, isPaidProof }] of [...texts].reverse()) {
    if (isDue()) await yieldToRequests();
    const before = known.get(slug);
    if (before?.digest === digest && before.paidProof === paidProof) continue;
    if (before?.digest === digest && before.paidProof !== null && isPaidProof(before.paidProof)) {
      resigned.push({ ...before, paidProof });
      continue;
    }
    const isAdded = !before || before.digest === null;
    const { added, addedAt } = isAdded ? { added: nextNumber(), addedAt: changedAt } : before;
    changed.push({ slug, added, addedAt, number: nextNumber(), changedAt, digest, paidProof });
  }
  for (const [slug, before] of known) {
    if (isDue()) await yieldToRequests();
    if (texts.has(slug) || before.digest === null) continue;
    changed.push({ ...before, number: nextNumber(), changedAt, digest: null, paidProof: null });
  }
  return [...resigned, ...changed];
}

function describeBatch(
  head: Head | undefined,
  batch: readonly Entry[],
  { released, isWhole }: { released: Released; isWhole: boolean },
): Head {
  const { release, articles, secretProof, now } = released;
  const empty: Head = {
    epoch: released.epoch,
    last: 0,
    lastAt: 0,
    release: '',
    articles: 0,
    secretProof: '',
    replaced: {},
  };
  const seen = head ?? empty;
  const latest = batch.findLast(({ number }) => number > seen.last);
  const moved = latest ? { ...seen, last: latest.number, lastAt: latest.changedAt } : seen;
  if (!isWhole) return moved;
  const replaced = Object.entries(seen.replaced).filter(([, until]) => now < until);
  if (release !== seen.release && seen.release !== '') replaced.push([seen.release, now + rolloutMs]);
  return { ...moved, release, articles, secretProof, replaced: Object.fromEntries(replaced) };
}

function toItem({ slug, number, ...entry }: Entry): ListItem {
  return { id: slug, position: number, value: JSON.stringify(entry) };
}
