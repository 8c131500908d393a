import { bytesToHex } from '@noble/hashes/utils.js';
import type { PublicArticle } from '../library/library.ts';
import { type Fingerprint, fingerprint } from './article-fingerprint.ts';
import { describes, type Entry, type Head, readJournal, recordChanges, yieldToRequests } from './change-journal.ts';
import type { Services } from './services.ts';

/** Where a follower continues: after a change, or at a moment in epoch milliseconds. */
export type ChangePosition = { cursor: string } | { moment: number };

export interface RecordedChange {
  slug: string;
  change: 'added' | 'changed' | 'removed';
  /** Epoch milliseconds. */
  changedAt: number;
  /** Another text after each change: a number of the journal, so that it tells nothing about the words. */
  revision: string;
  /** `sha256:<hex>` over what is public; null for a removed article. */
  digest: string | null;
}

export interface Changes {
  /** Oldest first, each article once. */
  changes: RecordedChange[];
  cursor: string;
  hasMore: boolean;
  /** The cursor belongs to another journal: these are the changes from the beginning. */
  isReset: boolean;
  /**
   * The same until the next article is released. False while this process serves a release that others have replaced.
   */
  isSettled: boolean;
}

/** How many entries are read at once when a caller wants all, and how many articles between two other requests. */
const chunkSize = 1_000;

/**
 * Articles that were added, changed or removed, numbered in the order in which this was seen. The store has the
 * numbers, so that they outlive a release and are the same on every replica. Paid words are compared by a keyed proof,
 * and their change is announced by its number alone: neither a follower nor a reader of the store can test a guess
 * about them.
 */
export function createChangeFeed(
  services: Pick<Services, 'catalogue' | 'library' | 'paidContent' | 'keyring' | 'store' | 'randomBytes' | 'now'>,
) {
  const { catalogue, library, store, keyring, randomBytes, now } = services;
  const secretProof = keyring.sign('change feed\nsecret');
  let recorded: object | undefined;
  let underway: { released: object; done: Promise<boolean> } | undefined;

  /** The list of released articles is another object after each release: only then is there anything to compare. */
  async function record(): Promise<void> {
    const released = catalogue.list();
    if (recorded === released) return;
    if (underway?.released !== released) {
      const done = recordChanges(store, {
        release: library.contentHash,
        articles: released.length,
        secretProof,
        readTexts: () => readTexts(released),
        now: now(),
        epoch: bytesToHex(randomBytes(4)),
      });
      underway = { released, done };
    }
    const { done } = underway;
    try {
      if (await done) recorded = released;
    } finally {
      if (underway?.done === done) underway = undefined;
    }
  }

  async function readTexts(released: readonly PublicArticle[]): Promise<ReadonlyMap<string, Fingerprint>> {
    const texts = new Map<string, Fingerprint>();
    for (const article of released) {
      texts.set(article.slug, fingerprint(article, services));
      if (texts.size % chunkSize === 0) await yieldToRequests();
    }
    return texts;
  }

  function isSettled(head: Head): boolean {
    return describes(head, { release: library.contentHash, articles: catalogue.list().length, secretProof });
  }

  /** Entries after a number, one more than `limit` if there are more, and the head that they belong to. */
  async function read({
    after,
    limit,
    isWanted,
  }: {
    after: number;
    limit: number;
    isWanted: (entry: Entry) => boolean;
  }) {
    const found: Entry[] = [];
    for (;;) {
      const wanted = Math.min(limit + 1 - found.length, chunkSize);
      const { head, entries } = await readJournal(store, after, wanted);
      for (const entry of entries) if (isWanted(entry)) found.push(entry);
      after = entries.at(-1)?.number ?? after;
      if (entries.length < wanted || found.length > limit) return { head: requireHead(head), found };
    }
  }

  /**
   * A number that only changes after the position follow. No change has an earlier time than one with a smaller number.
   */
  async function findStart(position: ChangePosition, { last, lastAt }: Head): Promise<number> {
    if ('cursor' in position) return readNumber(position.cursor);
    const { moment } = position;
    if (moment > lastAt) return last;
    let [low, high] = [0, last];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [entry] = (await readJournal(store, middle, 1)).entries;
      if (entry && entry.changedAt < moment) low = entry.number;
      else high = middle;
    }
    return low;
  }

  async function start(): Promise<Head> {
    await record();
    return requireHead((await readJournal(store, 0, 0)).head);
  }

  return {
    /** The cursor after the last change. @throws StoreUnavailable */
    async cursor(): Promise<string> {
      const { epoch, last } = await start();
      return `${epoch}-${last}`;
    },
    /**
     * @param position undefined from the beginning
     * @throws StoreUnavailable
     */
    async since(position: ChangePosition | undefined, limit: number): Promise<Changes> {
      const first = await start();
      const isReset = position !== undefined && 'cursor' in position && !isOfJournal(position.cursor, first);
      const isAfter = position === undefined || isReset ? () => true : afterPosition(position);
      const isComplete = isAfter({ number: 0, moment: 0 });
      const after = position === undefined || isComplete ? 0 : await findStart(position, first);
      // A follower that begins has no copies that a removal could concern.
      const isWanted = isComplete ? ({ digest }: Entry) => digest !== null : () => true;
      const { head, found } = await read({ after, limit, isWanted });
      const page = found.slice(0, limit);
      const hasMore = found.length > limit;
      return {
        changes: page.map((entry) => ({
          slug: entry.slug,
          change: describeChange(entry, isAfter),
          changedAt: entry.changedAt,
          revision: `${head.epoch}-${entry.number}`,
          digest: entry.digest,
        })),
        cursor: `${head.epoch}-${hasMore ? page.at(-1)?.number : head.last}`,
        hasMore,
        isReset,
        isSettled: isSettled(head),
      };
    },
  };
}

type IsAfter = (change: { number: number; moment: number }) => boolean;

function afterPosition(position: ChangePosition): IsAfter {
  if ('moment' in position) return ({ moment }) => moment >= position.moment;
  const last = readNumber(position.cursor);
  return ({ number }) => number > last;
}

function isOfJournal(cursor: string, { epoch, last }: Head): boolean {
  return cursor.startsWith(`${epoch}-`) && readNumber(cursor) <= last;
}

function requireHead(head: Head | undefined): Head {
  if (!head) throw new Error('The change journal was removed from the store while it was read.');
  return head;
}

function readNumber(cursor: string): number {
  return Number(cursor.split('-')[1]);
}

function describeChange(entry: Entry, isAfter: IsAfter): RecordedChange['change'] {
  if (entry.digest === null) return 'removed';
  return isAfter({ number: entry.added, moment: entry.addedAt }) ? 'added' : 'changed';
}
