/**
 * `npm run bench:search -- [--collection FOLDER ...] [--engine NAME ...]`: Quire's search beside other engines, in one run.
 * A folder holds docs.jsonl, queries.jsonl and qrels.tsv; the default is Cranfield and SciFact beside the project.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Collection, readCollection } from './search/collection.ts';
import { type SearchContender, searchContenders } from './search/engines.ts';
import { fastestMs, measureMemoryMb, quantile, round, timeMs } from './search/measure.ts';
import { judge } from './search/relevance.ts';

const collections = resolve(import.meta.dirname, '../../../shared/collections');
const { values: chosen } = parseArgs({
  options: {
    collection: {
      type: 'string',
      multiple: true,
      default: [join(collections, 'cranfield'), join(collections, 'scifact-train')],
    },
    engine: { type: 'string', multiple: true, default: searchContenders.map(({ name }) => name) },
  },
});

for (const folder of chosen.collection) {
  const collection = readCollection(folder);
  console.log(
    `\n${basename(folder)}: ${collection.documents.length} documents, ${collection.questions.length} questions`,
  );
  const rows: Record<string, Record<string, number>> = {};
  for (const contender of searchContenders.filter(({ name }) => chosen.engine.includes(name))) {
    rows[contender.name] = await measure(contender, collection);
  }
  console.table(rows);
}

async function measure(
  contender: SearchContender,
  { documents, questions }: Collection,
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const path = join(folder, 'index');
  const buildMs = await timeMs(() => contender.build(documents, path));
  const before = measureMemoryMb();
  const start = performance.now();
  const find = await contender.load(path);
  const loadMs = performance.now() - start;
  const after = measureMemoryMb();

  const judged = [];
  for (const { text, gains } of questions) judged.push(judge(await find(text, 100), gains));
  const times: number[] = [];
  for (const { text } of questions) times.push(await fastestMs(() => find(text, 10)));
  const indexBytes = statSync(path).size;
  rmSync(folder, { recursive: true });
  return {
    'nDCG@10': round(mean(judged.map(({ ndcg10 }) => ndcg10)), 4),
    'MRR@10': round(mean(judged.map(({ reciprocalRank10 }) => reciprocalRank10)), 3),
    'R@100': round(mean(judged.map(({ recall100 }) => recall100)), 3),
    'build ms': round(buildMs, 0),
    'index kB': round(indexBytes / 1000, 0),
    'load ms': round(loadMs, 0),
    'p50 ms': round(quantile(times, 0.5), 2),
    'p99 ms': round(quantile(times, 0.99), 2),
    'heap MB': round(after.heapMb - before.heapMb, 1),
    'buffers MB': round(after.buffersMb - before.buffersMb, 1),
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
