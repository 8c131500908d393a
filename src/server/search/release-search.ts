import { availableParallelism } from 'node:os';
import type { Catalogue } from '../../core/articles.ts';
import { afterNextTurn } from '../../core/limits/turns.ts';
import { openArticleSearch } from '../../core/question-answering.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { Release } from '../../release/open-release.ts';
import { createSearchThreads } from './search-threads.ts';

/** A question among fewer takes less than a millisecond, so that a thread of its own would not be worth its memory. */
const manyArticles = 10_000;
/** Each has tables of its own in memory, so there are several only where the lists are on disk. */
const maxThreads = 4;

interface ReleaseSearch {
  indexes: Services['search'];
  /** Opens the indexes step by step, so that no question waits for all of it. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the search of a release: in this thread, or in threads of its own if its questions take long.
 * @param about.now epoch milliseconds
 * @param about.workers how many threads serve requests and share the cores
 */
export function openReleaseSearch(about: {
  release: Pick<Release, 'folder' | 'search' | 'open'>;
  catalogue: Catalogue;
  now: () => number;
  workers: number;
}): ReleaseSearch {
  const { release, catalogue, now, workers } = about;
  const { search } = release;
  const { docs } = search;
  const { articles } = release.open;
  if (!search.open.isOnDisk && articles.length < manyArticles) {
    const open = openArticleSearch(search.open, catalogue);
    const paid = openArticleSearch(search.paid, catalogue);
    return { indexes: { open, paid, docs }, prepare: () => openInSteps(Object.values(search)), async close() {} };
  }
  const cores = Math.floor(availableParallelism() / workers);
  const count = search.open.isOnDisk ? Math.min(maxThreads, Math.max(1, cores - 1)) : 1;
  const threads = createSearchThreads({ release: { folder: release.folder, ...listHidden(articles) }, count, now });
  return {
    indexes: { open: threads.open, paid: threads.paid, docs },
    async prepare() {
      await threads.prepare();
      await openInSteps([docs]);
    },
    close: threads.close,
  };
}

/** The facts of articles that a search without filters needs: few are scheduled or retracted. */
export function listHidden(articles: readonly PublicArticle[]) {
  return {
    scheduled: articles.flatMap(({ slug, releaseAt }) => (releaseAt === null ? [] : [[slug, releaseAt] as const])),
    retracted: articles.filter(({ retracted }) => retracted !== null).map(({ slug }) => slug),
  };
}

async function openInSteps(engines: readonly { openNext(): boolean }[]): Promise<void> {
  for (const engine of engines) while (engine.openNext()) await new Promise<void>(afterNextTurn);
}
