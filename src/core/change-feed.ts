import { type Entry, emptyJournal, fingerprint, type Journal, journals, recordChanges } from './change-journal.ts';
import { randomHex } from './random-hex.ts';
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
}

/** A journal and its entries in the order of their numbers: those of all articles, and those that are not removed. */
interface OrderedJournal extends Journal {
  all: readonly Slugged[];
  present: readonly Slugged[];
}
type Slugged = Entry & { slug: string };

/**
 * Articles that were added, changed or removed, numbered in the order in which this was seen. The store has the numbers, so that
 * they outlive a release and are the same on every replica. Paid words are compared by a keyed proof, and their change is
 * announced by its number alone: neither a follower nor a reader of the store can test a guess about them.
 */
export function createChangeFeed(
  services: Pick<Services, 'catalogue' | 'library' | 'paidContent' | 'keyring' | 'store' | 'randomBytes' | 'now'>,
) {
  const { catalogue, library, store, randomBytes, now } = services;
  let known: { released: object; journal: OrderedJournal } | undefined;

  /** The list of released articles is another object after each release: only then is there anything to compare. */
  async function read(): Promise<OrderedJournal> {
    const released = catalogue.list();
    if (known?.released === released) return known.journal;
    const texts = new Map(released.map((article) => [article.slug, fingerprint(article, services)]));
    const epoch = randomHex(randomBytes, 4);
    const journal = await journals.update(store, 'articles', (seen) => {
      const next = recordChanges(seen ?? emptyJournal(epoch), texts, { release: library.contentHash, now: now() });
      return next === seen ? { op: 'keep', result: next } : { op: 'put', value: next, result: next };
    });
    const ordered = orderEntries(journal);
    if (journal.release === library.contentHash) known = { released, journal: ordered };
    return ordered;
  }

  return {
    /**
     * @param position undefined from the beginning
     * @throws StoreUnavailable when nothing was read since the last release and the store is away
     */
    async since(position: ChangePosition | undefined, limit: number): Promise<Changes> {
      const journal = await read();
      const isReset = position !== undefined && 'cursor' in position && !isOfJournal(position.cursor, journal);
      const isAfter = position === undefined || isReset ? () => true : afterPosition(position);
      // A follower that begins has no copies that a removal could concern.
      const entries = isAfter({ number: 0, moment: 0 }) ? journal.present : journal.all;
      const start = findFirst(entries, ({ number, changedAt }) => isAfter({ number, moment: changedAt }));
      const page = entries.slice(start, start + limit);
      const hasMore = start + limit < entries.length;
      return {
        changes: page.map((entry) => ({
          slug: entry.slug,
          change: describeChange(entry, isAfter),
          changedAt: entry.changedAt,
          revision: `${journal.epoch}-${entry.number}`,
          digest: entry.digest,
        })),
        cursor: `${journal.epoch}-${hasMore ? page.at(-1)?.number : journal.last}`,
        hasMore,
        isReset,
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

function isOfJournal(cursor: string, { epoch, last }: Journal): boolean {
  return cursor.startsWith(`${epoch}-`) && readNumber(cursor) <= last;
}

function readNumber(cursor: string): number {
  return Number(cursor.split('-')[1]);
}

function orderEntries(journal: Journal): OrderedJournal {
  const all = Object.entries(journal.articles)
    .map(([slug, entry]) => ({ ...entry, slug }))
    .sort((one, other) => one.number - other.number);
  return { ...journal, all, present: all.filter(({ digest }) => digest !== null) };
}

/** Index of the first item that a test passes, of a list whose later items pass it too; its length when none does. */
function findFirst<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function describeChange(entry: Entry, isAfter: IsAfter): RecordedChange['change'] {
  if (entry.digest === null) return 'removed';
  return isAfter({ number: entry.added, moment: entry.addedAt }) ? 'added' : 'changed';
}
