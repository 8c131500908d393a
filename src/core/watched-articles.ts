import { z } from 'zod';
import { dayMs } from '../library/durations.ts';
import { record } from '../store/record-kinds.ts';
import { networksOf } from './limits/rate-limit.ts';
import { ServiceError } from './service-error.ts';
import type { Services } from './services.ts';

/** The articles that a session watches. The record names no caller and grants nothing. */
const Watched = z.object({
  /** Article IDs by the URI under which the client watches them. */
  articles: z.record(z.string(), z.string()),
  /** Epoch milliseconds. */
  renewedAt: z.int(),
  isEnded: z.boolean(),
});
type Watched = z.infer<typeof Watched>;

const lifeMs = dayMs;
const watched = record({ prefix: 'watched', schema: Watched, ttlMs: lifeMs });

export const maxWatched = 100;
/** How many sessions one caller can begin to watch with, or renew, in a day: twice as many exist at a time. */
const maxPerAddress = 100;

type Needs = Pick<Services, 'store' | 'now'>;
interface Watcher {
  session: string;
  clientAddress: string;
}

/**
 * Adds an article to those that a session watches.
 * @throws ServiceError rate_limited when the caller watches with too many sessions, and StoreUnavailable
 */
export async function watchArticle(
  needs: Needs,
  { session, clientAddress, uri, articleId }: Watcher & { uri: string; articleId: string },
): Promise<'watched' | 'full' | 'ended'> {
  const { store } = needs;
  if (!(await watched.find(store, session)) && !(await mayWrite(needs, clientAddress))) {
    throw new ServiceError('rate_limited', 'Too many sessions watch articles.', { retryAfter: dayMs / 1_000 });
  }
  const now = needs.now();
  return watched.update<'watched' | 'full' | 'ended'>(store, session, (seen) => {
    if (seen?.isEnded) return { op: 'keep', result: 'ended' };
    const articles = { ...seen?.articles, [uri]: articleId };
    if (Object.keys(articles).length > maxWatched) return { op: 'keep', result: 'full' };
    const value = { articles, renewedAt: seen?.renewedAt ?? now, isEnded: false };
    return { op: 'put', value, ttlMs: remainingLife(value, now), result: 'watched' };
  });
}

/** Removes an article, whether or not the session watches it. @throws StoreUnavailable */
export async function unwatchArticle(needs: Needs, { session, uri }: { session: string; uri: string }): Promise<void> {
  const now = needs.now();
  await watched.update<void>(needs.store, session, (seen) => {
    if (!seen || !(uri in seen.articles)) return { op: 'keep', result: undefined };
    const { [uri]: _, ...articles } = seen.articles;
    return { op: 'put', value: { ...seen, articles }, ttlMs: remainingLife(seen, now), result: undefined };
  });
}

/** The IDs of the watched articles, by URI; 'ended' when the client ended its session. @throws StoreUnavailable */
export async function readWatched({ store }: Needs, session: string): Promise<ReadonlyMap<string, string> | 'ended'> {
  return toWatched(await watched.find(store, session));
}

/**
 * Reads them for a client that listens from now on, and lets the record live another day once half of its life is over.
 */
export async function renewWatched(needs: Needs, { session, clientAddress }: Watcher): ReturnType<typeof readWatched> {
  const known = await watched.find(needs.store, session);
  const now = needs.now();
  const isDue = known !== undefined && !known.isEnded && now - known.renewedAt > lifeMs / 2;
  if (!isDue || !(await mayWrite(needs, clientAddress))) return toWatched(known);
  const renewed = await watched.update<Watched | undefined>(needs.store, session, (seen) => {
    if (!seen || seen.isEnded) return { op: 'keep', result: seen };
    const value = { ...seen, renewedAt: now };
    return { op: 'put', value, result: value };
  });
  return toWatched(renewed);
}

/**
 * Ends a session for every replica. Nothing is written for a session that never watched anything.
 * @throws StoreUnavailable
 */
export async function endWatching({ store, now }: Needs, session: string): Promise<void> {
  const value = { articles: {}, renewedAt: now(), isEnded: true };
  await watched.update<void>(store, session, (seen) =>
    seen ? { op: 'put', value, result: undefined } : { op: 'keep', result: undefined },
  );
}

async function mayWrite({ store }: Needs, clientAddress: string): Promise<boolean> {
  for (const { id, times } of networksOf(clientAddress)) {
    if ((await store.increment(`watching:${id}`, dayMs)).count > maxPerAddress * times) return false;
  }
  return true;
}

function remainingLife({ renewedAt }: Watched, now: number): number {
  return Math.max(1, renewedAt + lifeMs - now);
}

function toWatched(found: Watched | undefined): ReadonlyMap<string, string> | 'ended' {
  return found?.isEnded ? 'ended' : new Map(Object.entries(found?.articles ?? {}));
}
