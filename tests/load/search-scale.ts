/**
 * `node tests/load/search-scale.ts [--engine flexsearch | sqlite] [--synthetic] [--collections FOLDER] [ARTICLES ...]`:
 * both engines on 10,000 articles, unless told, whose sections are abstracts of the collections in FOLDER (those beside
 * the project), asked the questions of these; on generated articles of 1,000 words without collections. Times are of
 * the processor, which say the same while others use it.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeIndex } from '../../src/build/search-indexes.ts';
import { createSpool } from '../../src/build/spool.ts';
import { openFileReader } from '../../src/library/file-reader.ts';
import type { Searchable, SearchEngine } from '../../src/search/engine.ts';
import { prepareReader } from '../../src/search/entries.ts';
import { openIndex } from '../../src/search/flexsearch-engine.ts';
import { type MergedIndex, mergeSegments } from '../../src/search/merge-segments.ts';
import { buildSegment, splitIntoSegments } from '../../src/search/segment.ts';
import { loadSqliteIndex, writeSqliteIndex } from '../../src/search/sqlite-engine.ts';
import { measureMemoryMb, quantile, round } from './search/measure.ts';
import { createRealArticles, listCollections } from './search/real-articles.ts';
import { createArticles, createQuestions } from './search/synthetic-articles.ts';

const warmingQuestions = 300;
const { values: chosen, positionals } = parseArgs({
  options: {
    engine: { type: 'string' },
    synthetic: { type: 'boolean', default: false },
    collections: { type: 'string' },
  },
  allowPositionals: true,
});
const folders = chosen.synthetic ? [] : listCollections(chosen.collections);
const folder = mkdtempSync(join(tmpdir(), 'quire-scale-'));
const rows: Record<string, Record<string, number>> = {};
for (const count of positionals.length > 0 ? positionals.map(Number) : [10_000]) {
  const flexsearch = join(folder, `${count}.index`);
  const sqlite = join(folder, `${count}.sqlite`);
  const { articles, questions } =
    folders.length > 0
      ? createRealArticles(folders, count)
      : { articles: createArticles(count).map((article) => () => article), questions: createQuestions(1_300) };
  if (chosen.engine !== 'sqlite') {
    const buildS = cpuSeconds(() => build(articles, (index) => writeIndex(flexsearch, index)));
    const load = () => openIndex(openFileReader(flexsearch).read);
    rows[`FlexSearch ${count}`] = { ...buildS, ...measure(flexsearch, questions, load) };
  }
  if (chosen.engine !== 'flexsearch') {
    const buildS = cpuSeconds(() => build(articles, (index) => writeSqliteIndex(sqlite, index)));
    rows[`SQLite FTS5 ${count}`] = { ...buildS, ...measure(sqlite, questions, () => loadSqliteIndex(sqlite)) };
  }
}
console.table(rows);
rmSync(folder, { recursive: true });

/** Builds an index as a build does: segments wait in a file. */
function build(articles: readonly (() => Searchable)[], write: (index: MergedIndex) => void): void {
  const spool = createSpool(join(folder, 'segments'));
  const newReader = prepareReader([], 'en');
  const segments = splitIntoSegments([...articles.entries()], ([number]) => Math.imul(number, 0x9e3779b1) >>> 0);
  const places = segments.map((segment) => {
    const texts = segment.map(([, write]) => write());
    return spool.add(buildSegment(texts, newReader()));
  });
  write(mergeSegments(places.map((place) => (start, length) => spool.read(place, start, length))));
  spool.close();
}

/** Of the processor, and the most memory that the process had so far. */
function cpuSeconds(work: () => void): Record<string, number> {
  const before = process.cpuUsage();
  work();
  return {
    'build CPU s': round(cpuMsSince(before) / 1000, 1),
    'peak MB': round(process.resourceUsage().maxRSS / 1024, 0),
  };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function measure(path: string, questions: readonly string[], load: () => SearchEngine): Record<string, number> {
  const before = measureMemoryMb();
  const beforeLoad = process.cpuUsage();
  const engine = load();
  const loadMs = cpuMsSince(beforeLoad);
  const ask = (text: string) => engine.search({ text, limit: 10, isVisible: () => true });
  for (const text of questions.slice(0, warmingQuestions)) ask(text);
  // The first ask of each question: an answer that is kept would say nothing of the search.
  const times = questions.slice(warmingQuestions).map((text) => {
    const start = process.cpuUsage();
    ask(text);
    return cpuMsSince(start);
  });
  const after = measureMemoryMb();
  return {
    'index MB': round(statSync(path).size / 1e6, 1),
    'load CPU ms': round(loadMs, 0),
    'p50 CPU ms': round(quantile(times, 0.5), 3),
    'p99 CPU ms': round(quantile(times, 0.99), 3),
    'heap MB': round(after.heapMb - before.heapMb, 1),
    'buffers MB': round(after.buffersMb - before.buffersMb, 1),
    answers: ask(questions[0] ?? '').length,
  };
}
