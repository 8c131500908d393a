/**
 * Whether FlexSearch builds the same index twice from the same text, with its encoder cache and without.
 * Quoted in content/articles/ranking-without-a-model.md.
 * Run: node tests/load/article-figures/repeated-builds.ts <folder of a collection>
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Encoder, Index } from 'flexsearch';
import { loadCollection } from './collection.ts';
import { report } from './machine.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of a collection.');
const { documents, queries } = loadCollection(folder);

/** Builds in one go, or with a pause after every `pauseAfter` documents, as a loader that reads files would. */
async function build(options: { isCached: boolean; pauseAfter: number }): Promise<string[]> {
  const index = new Index({ encoder: options.isCached ? new Encoder({}) : new Encoder({ cache: false }) });
  for (const [place, { id, title, text }] of documents.entries()) {
    index.add(id, `${title} ${text}`);
    if (place % options.pauseAfter === options.pauseAfter - 1) await sleep(60);
  }
  return queries.map(({ text }) => index.search(text, { limit: 10, suggest: true }).join(' '));
}

const rows = [];
for (const isCached of [true, false]) {
  const inOneGo = await build({ isCached, pauseAfter: Number.POSITIVE_INFINITY });
  const withPauses = await build({ isCached, pauseAfter: 20 });
  const changed = inOneGo.filter((ranking, i) => ranking !== withPauses[i]).length;
  rows.push({
    'encoder cache': isCached ? 'on (default)' : 'off',
    questions: queries.length,
    'other first ten': changed,
  });
}
report(`${documents.length} documents, built in one go and built with pauses`, rows);
