import { LRUCache } from 'lru-cache';
import type { PaidContent } from './access/access.ts';
import { publicDigest } from './article-fingerprint.ts';
import { type Catalogue, ofList } from './articles.ts';
import { createPlaces } from './limits/places.ts';
import { networksOf } from './limits/rate-limit.ts';
import { ServiceError } from './service-error.ts';

/** Reports what a release changed to those who keep a connection open. It outlives every release. */
export interface ReleaseNotices {
  /** Another release is served from now on. */
  announce(current: ServedContent): void;
  /**
   * @param listener runs after each change of the released articles
   * @returns stops it
   * @throws ServiceError rate_limited when one caller, or all together, have too many listeners
   */
  listen(listener: Listener): () => void;
  /** Ends what a session listens to in this process, and remembers that the session has ended. */
  endSession(session: string): void;
  hasEnded(session: string): boolean;
  /** Ends every listener because the process is about to stop, and each one that comes later. */
  close(): void;
}

type ServedContent = { catalogue: Catalogue; paidContent: Pick<PaidContent, 'findDigest'> };

export interface Listener {
  clientAddress: string;
  /** A session has one listener: a new one ends the one before. */
  session?: string;
  changed(change: ReleaseChange): void;
  closing(): void;
}

/** Compares what is released with what was released before. */
export interface ReleaseChange {
  /** Is the list of articles another one: their number, order, titles or descriptions? */
  isListChanged(): boolean;
  /** Is the text of an article another one, or was it added or removed? */
  isArticleChanged(id: string): boolean;
}

type Articles = ReturnType<Catalogue['list']>;

const maxPerAddress = 16;
const maxListeners = 1_000;
const maxEndedSessions = 10_000;
/** The longest time that a timer can wait. */
const maxTimerMs = 2 ** 31 - 1;

const byId = ofList((articles) => new Map(articles.map((article) => [article.id, article])));

/** Compares only when something listens, and only what they listen to: with many articles, all of them take seconds. */
export function createReleaseNotices(): ReleaseNotices {
  const listeners = new Set<Listener>();
  const places = createPlaces({ perAddress: maxPerAddress, inAll: maxListeners });
  const ended = new LRUCache<string, true>({ max: maxEndedSessions });
  let isClosed = false;
  let current: ServedContent | undefined;
  let released: Articles = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: ServedContent): void {
    const before = { articles: released, paidContent: (current ?? next).paidContent };
    current = next;
    released = next.catalogue.list();
    if (before.articles === released) return;
    const change = compare(before, { articles: released, paidContent: next.paidContent });
    for (const { changed } of [...listeners]) changed(change);
  }

  /** A scheduled article is released while the same edition is served. */
  function waitForRelease(): void {
    clearTimeout(timer);
    if (!current || listeners.size === 0) return;
    const { catalogue } = current;
    timer = setTimeout(
      () => {
        if (current) show(current);
        waitForRelease();
      },
      Math.min(catalogue.unchangedFor(), maxTimerMs),
    );
    timer.unref();
  }

  function closeSession(session: string): void {
    for (const { session: other, closing } of [...listeners]) if (other === session) closing();
  }

  return {
    announce(current) {
      show(current);
      waitForRelease();
    },
    listen(listener) {
      const { clientAddress, session } = listener;
      if (session !== undefined) closeSession(session);
      const free = places.take(networksOf(clientAddress));
      if (!free) throw new ServiceError('rate_limited', 'Too many subscriptions are open.', { retryAfter: 60 });
      if (isClosed) listener.closing();
      if (current && listeners.size === 0) released = current.catalogue.list();
      listeners.add(listener);
      waitForRelease();
      return () => {
        free();
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    endSession(session) {
      ended.set(session, true);
      closeSession(session);
    },
    hasEnded: (session) => ended.has(session),
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { closing } of [...listeners]) closing();
    },
  };
}

type Released = { articles: Articles; paidContent: ServedContent['paidContent'] };

function compare(before: Released, after: Released): ReleaseChange {
  return {
    isListChanged() {
      const { articles } = before;
      if (articles.length !== after.articles.length) return true;
      return after.articles.some((article, at) => {
        const { slug, title, description } = articles[at] ?? article;
        return article.slug !== slug || article.title !== title || article.description !== description;
      });
    },
    isArticleChanged: (id) => describe(before, id) !== describe(after, id),
  };
}

function describe({ articles, paidContent }: Released, id: string): string | undefined {
  const article = byId(articles).get(id);
  return article && `${publicDigest(article)} ${article.slug} ${paidContent.findDigest(article.slug)}`;
}
