import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ArticleQuery } from '../../core/article-search.ts';
import { type Catalogue, createCatalogue } from '../../core/articles.ts';
import { openArticleSearch } from '../../core/question-answering.ts';
import { openFileReader } from '../../library/file-reader.ts';
import { openPublicLibrary } from '../../library/library-file.ts';
import { parts } from '../../library/release-parts.ts';
import type { SearchHit } from '../../search/engine.ts';
import { openSearch, readSearchFiles } from '../../search/search-files.ts';

/** A thread of `search-threads.ts`: opens the indexes of a release, and runs one search after another. */

export interface ThreadData {
  /** The folder of a release. */
  folder: string;
  /** The slugs of scheduled articles, with the epoch milliseconds of their release. */
  scheduled: readonly (readonly [slug: string, releaseAt: number])[];
  /** The slugs of articles. */
  retracted: readonly string[];
}

/** `at` is in epoch milliseconds: which articles are released by then decides what is found. */
export type ThreadQuestion =
  | { kind: 'prepare' }
  | { kind: 'search'; at: number; index: 'open' | 'paid'; query: ArticleQuery }
  | { kind: 'related'; at: number; index: 'open' | 'paid'; slug: string; limit: number };

/** Ends the thread after the questions before it. */
export interface ThreadEnd {
  kind: 'end';
}

export interface ThreadResult {
  hits?: SearchHit[];
  slugs?: string[];
  /** The fault, in one sentence; absent without one. */
  error?: string;
}

const { folder, ...data }: ThreadData = workerData;
const scheduled = new Map(data.scheduled);
const retracted = new Set(data.retracted);
let at = 0;
let opened: Catalogue | undefined;
const catalogue = {
  isVisible: (slug: string) => (scheduled.get(slug) ?? at) <= at,
  /** The library takes 40 MB for 100,000 articles, so it is opened for the first filter. */
  find(slug: string) {
    opened ??= createCatalogue(openPublicLibrary(readFileSync(join(folder, parts.library)), open), () => at);
    return opened.find(slug);
  },
};
const isRetracted = (slug: string) => retracted.has(slug);
const { articles: names } = readSearchFiles(readFileSync(join(folder, parts.search)));
const engines = {
  open: openSearch(folder, { names: names.open, openFile: open }),
  paid: openSearch(folder, { names: names.paid, openFile: open }),
};
const indexes = {
  open: openArticleSearch(engines.open, catalogue, isRetracted),
  paid: openArticleSearch(engines.paid, catalogue, isRetracted),
};

parentPort?.on('message', (question: ThreadQuestion | ThreadEnd) => {
  if (question.kind === 'end') parentPort?.close();
  else parentPort?.postMessage(run(question));
});

function run(question: ThreadQuestion): ThreadResult {
  try {
    if (question.kind === 'prepare') {
      for (const engine of Object.values(engines)) while (engine.openNext());
      return {};
    }
    at = question.at;
    const index = indexes[question.index];
    if (question.kind === 'search') return { hits: index.search(question.query) };
    return { slugs: index.related(question.slug, question.limit) };
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function open(name: string) {
  return openFileReader(join(folder, name));
}
