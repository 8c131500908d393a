/** `node tests/load/search-scale.ts [ARTICLES ...]`: both engines on made-up articles of 1,000 words; 10,000 of them unless told. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileReader } from '../../src/library/file-reader.ts';
import { buildIndex } from '../../src/search/build.ts';
import type { SearchEngine } from '../../src/search/engine.ts';
import { openIndex } from '../../src/search/flexsearch-engine.ts';
import { buildSqliteIndex, loadSqliteIndex } from '../../src/search/sqlite-engine.ts';
import { measureMemoryMb, quantile, round, timeMs } from './search/measure.ts';
import { createArticles, createQuestions } from './search/synthetic-articles.ts';

const warmingQuestions = 300;
const questions = createQuestions(1_300);
const counts = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'quire-scale-'));
const rows: Record<string, Record<string, number>> = {};
for (const count of counts.length > 0 ? counts : [10_000]) {
  const flexsearch = join(folder, `${count}.index`);
  const sqlite = join(folder, `${count}.sqlite`);
  const articles = createArticles(count);
  const flexsearchS = cpuSeconds(() => writeFileSync(flexsearch, buildIndex(articles)));
  const sqliteS = cpuSeconds(() => buildSqliteIndex(articles, sqlite));
  rows[`FlexSearch ${count}`] = await measure(flexsearch, flexsearchS, () =>
    openIndex(openFileReader(flexsearch).read),
  );
  rows[`SQLite FTS5 ${count}`] = await measure(sqlite, sqliteS, () => loadSqliteIndex(sqlite));
}
console.table(rows);
rmSync(folder, { recursive: true });

/** Of the processor, which says the same while others use it too. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function measure(path: string, buildS: number, load: () => SearchEngine): Promise<Record<string, number>> {
  const before = measureMemoryMb();
  const start = performance.now();
  const engine = load();
  const loadMs = performance.now() - start;
  const ask = (text: string) => engine.search({ text, limit: 10, isVisible: () => true });
  for (const text of questions.slice(0, warmingQuestions)) ask(text);
  // The first ask of each question: an answer that is kept would say nothing of the search.
  const times: number[] = [];
  for (const text of questions.slice(warmingQuestions)) times.push(await timeMs(() => ask(text)));
  const after = measureMemoryMb();
  return {
    'build CPU s': round(buildS, 1),
    'index MB': round(statSync(path).size / 1e6, 1),
    'load ms': round(loadMs, 0),
    'p50 ms': round(quantile(times, 0.5), 3),
    'p99 ms': round(quantile(times, 0.99), 3),
    'heap MB': round(after.heapMb - before.heapMb, 1),
    'buffers MB': round(after.buffersMb - before.buffersMb, 1),
    answers: ask(questions[0] ?? '').length,
  };
}
