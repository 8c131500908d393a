import { Worker } from 'node:worker_threads';
import type { ArticleSearch } from '../../core/article-search.ts';
import { createTurns } from '../../core/limits/turns.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { ThreadData, ThreadEnd, ThreadQuestion, ThreadResult } from './search-thread.ts';

/** Longer than a question among a million articles takes; few readers wait for longer. */
const defaultDeadlineMs = 2_000;
const retryAfterSeconds = 2;

export interface SearchThreads {
  open: ArticleSearch;
  paid: ArticleSearch;
  /** Starts the threads and opens their indexes, so that no question waits for it. */
  prepare(): Promise<void>;
  /** Resolves when the threads have ended. */
  close(): Promise<void>;
}

/**
 * Searches a release in threads of its own: a question among many articles takes milliseconds, while all other requests
 * are served. Callers take turns. A question without a result in time throws ServiceError search_unavailable, and is
 * never begun if it still waits for its turn.
 * @param about.release its folder, and the facts of articles that decide which are found
 * @param about.count maximum number of threads
 * @param about.now epoch milliseconds; decides which articles are released
 */
export function createSearchThreads(about: {
  release: ThreadData;
  count: number;
  now: () => number;
  deadlineMs?: number;
}): SearchThreads {
  const { release, count, now, deadlineMs = defaultDeadlineMs } = about;
  const idle = new Set<SearchThread>();
  const busy = new Set<SearchThread>();
  let isClosed = false;
  let startNext: (() => void) | undefined;
  const turns = createTurns({ defer: whenFree });

  /** Calls back when a thread is free, after the question whose turn it is has taken one. */
  function whenFree(run: () => void): void {
    setImmediate(() => {
      if (busy.size < count) run();
      else startNext = run;
    });
  }

  async function askThread(question: ThreadQuestion): Promise<ThreadResult> {
    if (isClosed) throw new Error(`${release.folder} is closed.`);
    const [thread = startThread(release, (ended) => idle.delete(ended))] = idle;
    idle.delete(thread);
    busy.add(thread);
    try {
      return await thread.ask(question);
    } finally {
      busy.delete(thread);
      if (thread.isAlive()) idle.add(thread);
      const run = startNext;
      startNext = undefined;
      run?.();
    }
  }

  /** A turn begins when a thread is free, so no more of them are started than there may be. */
  async function takeTurn(question: ThreadQuestion, clientAddress: string, isGone?: () => boolean) {
    await turns.take(clientAddress, isGone);
    return askThread(question);
  }

  /** Waits for the caller's turn and then for the result, together as long as the deadline. */
  async function ask(question: ThreadQuestion, clientAddress: string): Promise<ThreadResult> {
    let isLate = false;
    const result = takeTurn(question, clientAddress, () => isLate);
    const deadline = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isLate = true;
      deadline.reject(new ServiceError('search_unavailable', undefined, { retryAfter: retryAfterSeconds }));
    }, deadlineMs);
    try {
      return await Promise.race([result, deadline.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  function searchIn(index: 'open' | 'paid'): ArticleSearch {
    return {
      async search({ clientAddress = '', ...query }) {
        const { hits = [] } = await ask({ kind: 'search', at: now(), index, query }, clientAddress);
        return hits;
      },
      async related(slug, limit) {
        const { slugs = [] } = await ask({ kind: 'related', at: now(), index, slug, limit }, '');
        return slugs;
      },
    };
  }

  return {
    open: searchIn('open'),
    paid: searchIn('paid'),
    async prepare() {
      await Promise.all(Array.from({ length: count }, () => takeTurn({ kind: 'prepare' }, '')));
    },
    async close() {
      isClosed = true;
      await Promise.all([...idle, ...busy].map((thread) => thread.end()));
    },
  };
}

type SearchThread = ReturnType<typeof startThread>;

function startThread(workerData: ThreadData, onEnd: (thread: SearchThread) => void) {
  const worker = new Worker(new URL('search-thread.ts', import.meta.url), { workerData });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.unref();
  let isAlive = true;
  let asked: PromiseWithResolvers<ThreadResult> | undefined;
  const thread = {
    isAlive: () => isAlive,
    /** Ends it after the question that it may be searching for: `terminate` has been seen to end the process. */
    end(): Promise<unknown> {
      worker.postMessage({ kind: 'end' } satisfies ThreadEnd);
      return ended;
    },
    /** Asks one question at a time. @throws Error when the question fails, or when the thread ends */
    async ask(question: ThreadQuestion): Promise<ThreadResult> {
      asked = Promise.withResolvers();
      worker.postMessage(question);
      const result = await asked.promise;
      if (result.error !== undefined) throw new Error(result.error);
      return result;
    },
  };
  worker.on('message', (result: ThreadResult) => asked?.resolve(result));
  worker.on('error', (cause) => end(new Error('A thread that searches has failed.', { cause })));
  worker.on('exit', () => end(new Error('A thread that searches has ended.')));

  function end(why: Error): void {
    isAlive = false;
    onEnd(thread);
    asked?.reject(why);
  }
  return thread;
}
