import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { packSpellings } from '../search/spelling-index.ts';
import { writeIndex } from './write-index.ts';

export interface SpellingFile {
  path: string;
  /** BCP 47. */
  language: string;
  /** `lines` of a word list. */
  lines: readonly string[];
}

/** Spellings of fewer words are written before a thread has started. */
const worthThread = 20_000;

/**
 * Writes the spellings of an index, those of many words in another thread: each new word changes the file, and with
 * 100,000 words it takes a third of a second.
 */
export async function writeSpellings(file: SpellingFile): Promise<void> {
  if (file.lines.length < worthThread) return writeSpellingsAtOnce(file);
  await once(new Worker(new URL('spelling-thread.ts', import.meta.url), { workerData: file }), 'exit');
}

export function writeSpellingsAtOnce({ path, language, lines }: SpellingFile): void {
  writeIndex(path, { blocks: new Map(packSpellings(lines)), languages: [language] });
}
