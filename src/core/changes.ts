import { z } from 'zod';
import type { PublicArticle } from '../content/library/library.ts';
import { record } from '../store/records.ts';
import { hexDigest } from './digests.ts';
import { centuryMs, minuteMs } from './durations.ts';
import { randomHex } from './random-hex.ts';
import type { Services } from './services.ts';

/** What the store remembers of each article that was ever seen: its last change, by number. */
const Journal = z.object({
  /** Names this journal: a cursor of another one means nothing here. */
  epoch: z.string(),
  last: z.int(),
  /** Content hash of the release that wrote last. */
  release: z.string(),
  /** Releases before it, with the epoch milliseconds until which one of their processes may still be running. */
  replaced: z.record(z.string(), z.int()),
  articles: z.record(z.string(), z.object({ added: z.int(), at: z.int(), digest: z.string().nullable() })),
});
type Journal = z.infer<typeof Journal>;

const journals = record({ prefix: 'changes', schema: Journal, ttlMs: centuryMs });
/** How long replicas may take to change over. After it an older release is one that was brought back. */
const rolloutMs = 15 * minuteMs;

export interface RecordedChange {
  slug: string;
  change: 'added' | 'changed' | 'removed';
  /** `sha-256=<hex>` over what is public; empty of a removed article. */
  digest: string;
}

export interface Changes {
  /** Oldest first, each article once. */
  changes: RecordedChange[];
  cursor: string;
  hasMore: boolean;
  /** The cursor belongs to another journal: these are the changes from the beginning. */
  isReset: boolean;
}

/**
 * What was added, changed or removed, numbered in the order in which it was seen. The store keeps the numbers, so that
 * they outlive a release and are the same on every replica; what is compared is public text alone.
 */
export function createChangeFeed(services: Pick<Services, 'catalogue' | 'library' | 'store' | 'randomBytes' | 'now'>) {
  const { catalogue, library, store, randomBytes, now } = services;
  let known: { released: object; journal: Journal } | undefined;

  /** The list of released articles is another object after each release: only then is there anything to compare. */
  async function read(): Promise<Journal> {
    const released = catalogue.list();
    if (known?.released === released) return known.journal;
    const digests = new Map(released.map((article) => [article.slug, publicDigest(article)]));
    const epoch = randomHex(randomBytes, 4);
    const journal = await journals.update(store, 'articles', (seen) => {
      const next = recordChanges(seen ?? emptyJournal(epoch), digests, { release: library.contentHash, now: now() });
      return next === seen ? { op: 'keep', result: next } : { op: 'put', value: next, result: next };
    });
    if (journal.release === library.contentHash) known = { released, journal };
    return journal;
  }

  return {
    /**
     * @param cursor of the answer before; undefined from the beginning
     * @throws StoreUnavailable when nothing was read since the last release and the store is away
     */
    async since(cursor: string | undefined, limit: number): Promise<Changes> {
      const journal = await read();
      const [epoch, number] = cursor?.split('-') ?? [journal.epoch, '0'];
      const isReset = epoch !== journal.epoch || Number(number) > journal.last;
      const from = isReset ? 0 : Number(number);
      const later = Object.entries(journal.articles)
        .filter(([, { at, digest }]) => at > from && (digest !== null || from > 0))
        .sort(([, one], [, other]) => one.at - other.at);
      const page = later.slice(0, limit);
      const hasMore = later.length > page.length;
      return {
        changes: page.map(([slug, seen]) => describeChange(slug, seen, from)),
        cursor: `${journal.epoch}-${hasMore ? page.at(-1)?.[1].at : journal.last}`,
        hasMore,
        isReset,
      };
    },
  };
}

function emptyJournal(epoch: string): Journal {
  return { epoch, last: 0, release: '', replaced: {}, articles: {} };
}

/**
 * The same journal when nothing is new. Pure: the store may run it more than once.
 * @param digests of the articles that are out, newest first
 */
function recordChanges(
  seen: Journal,
  digests: ReadonlyMap<string, string>,
  { release, now }: { release: string; now: number },
): Journal {
  // A process of the release before that is still running would take back what the newer one has recorded.
  if (now < (seen.replaced[release] ?? 0)) return seen;
  const articles = { ...seen.articles };
  let { last } = seen;
  // Oldest article first, so that a first reading tells them in the order in which they came out.
  for (const [slug, digest] of [...digests].reverse()) {
    const before = articles[slug];
    if (before?.digest === digest) continue;
    last += 1;
    articles[slug] = { added: before && before.digest !== null ? before.added : last, at: last, digest };
  }
  for (const [slug, before] of Object.entries(articles)) {
    if (digests.has(slug) || before.digest === null) continue;
    last += 1;
    articles[slug] = { ...before, at: last, digest: null };
  }
  if (last === seen.last && release === seen.release) return seen;
  const recent = Object.entries(seen.replaced).filter(([, until]) => now < until);
  if (release !== seen.release && seen.release !== '') recent.push([seen.release, now + rolloutMs]);
  return { ...seen, last, release, replaced: Object.fromEntries(recent), articles };
}

function describeChange(slug: string, seen: Journal['articles'][string], from: number): RecordedChange {
  if (seen.digest === null) return { slug, change: 'removed', digest: '' };
  return { slug, change: seen.added > from ? 'added' : 'changed', digest: seen.digest };
}

/** Over what anybody may see: a paid article by its preview and outline, never by what is sold. Not over when it comes out. */
export function publicDigest(article: PublicArticle): string {
  const { body, contentDigest, revisions: _, releaseAt: __, readingMinutes: ___, citation: ____, ...facts } = article;
  const text = JSON.stringify({ ...facts, content: contentDigest ?? body.markdown });
  return `sha-256=${hexDigest(text)}`;
}
