import { availableParallelism } from 'node:os';
import type { Catalogue } from '../../core/articles.ts';
import { afterNextTurn } from '../../core/limits/turns.ts';
import { openArticleSearch } from '../../core/question-answering.ts';
import type { Services } from '../../core/services.ts';
import type { Release } from '../../release/open-release.ts';
import { createSearchThreads } from './search-threads.ts';

/** Each has tables of its own in memory. */
const maxThreads = 4;

interface ReleaseSearch {
  indexes: Services['search'];
  /** Opens the indexes step by step, so that no question waits for all of it. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the search of a release: in this thread if its indexes are in memory, otherwise in threads of its own.
 * @param about.now epoch milliseconds
 * @param about.workers how many threads serve requests and share the cores
 */
export function openReleaseSearch(about: {
  release: Pick<Release, 'folder' | 'search'>;
  catalogue: Catalogue;
  now: () => number;
  workers: number;
}): ReleaseSearch {
  const { release, catalogue, now, workers } = about;
  const { folder, search } = release;
  if (!search.open.isOnDisk) {
    const open = openArticleSearch(search.open, catalogue);
    const paid = openArticleSearch(search.paid, catalogue);
    return { indexes: { open, paid, docs: search.docs }, prepare: () => openInSteps(search), async close() {} };
  }
  const cores = Math.floor(availableParallelism() / workers);
  const count = Math.min(maxThreads, Math.max(1, cores - 1));
  const threads = createSearchThreads({ folder, count, now });
  return {
    indexes: { open: threads.open, paid: threads.paid, docs: search.docs },
    async prepare() {
      await threads.prepare();
      await openInSteps({ docs: search.docs });
    },
    close: threads.close,
  };
}

async function openInSteps(engines: Partial<Release['search']>): Promise<void> {
  for (const engine of Object.values(engines)) while (engine.openNext()) await new Promise<void>(afterNextTurn);
}
