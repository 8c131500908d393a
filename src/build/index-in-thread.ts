import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { indexBeginnings } from '../search/completions.ts';
import { packSpellings } from '../search/spelling-index.ts';
import { runThread } from './run-thread.ts';
import { writeIndex } from './write-index.ts';

/** Work on indexes for which a build need not wait at once. */
export type IndexJob =
  | {
      kind: 'spellings';
      /** The file that is written. */
      path: string;
      /** BCP 47. */
      language: string;
      /** `lines` of a word list. */
      lines: readonly string[];
    }
  | { kind: 'beginnings'; texts: readonly string[] };

/** A job with fewer texts is done before a thread has started. */
const worthThread = 10_000;

/**
 * Does a job in another thread if it is long: each new word changes the spellings, and each new title or heading the
 * beginnings, which take half a second of CPU with 2,000 articles.
 * @returns the index of beginnings
 */
export async function indexInThread(job: IndexJob): Promise<Uint8Array> {
  const { length } = job.kind === 'spellings' ? job.lines : job.texts;
  if (length < worthThread) return indexAtOnce(job);
  return runThread(new URL('index-thread.ts', import.meta.url), job);
}

/** The same in this thread. */
export function indexAtOnce(job: IndexJob): Uint8Array {
  if (job.kind === 'beginnings') return indexBeginnings(job.texts);
  // A build that was stopped may have left a thread, and its successor writes the same file.
  const next = `${job.path}.${randomUUID()}.next`;
  writeIndex(next, { blocks: new Map(packSpellings(job.lines)), languages: [job.language] });
  renameSync(next, job.path);
  return new Uint8Array();
}
