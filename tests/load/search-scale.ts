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
import { createSpool, type Place } from '../../src/build/spool.ts';
import { writeIndex } from '../../src/build/write-index.ts';
import { openFileReader } from '../../src/library/file-reader.ts';
import type { Searchable, SearchEngine } from '../../src/search/engine.ts';
import { prepareReader } from '../../src/search/entries.ts';
import { openIndexFiles } from '../../src/search/flexsearch-engine.ts';
import type { IndexSource } from '../../src/search/index-file.ts';
import type { IndexFile } from '../../src/search/index-tables.ts';
import { mergeSegments } from '../../src/search/merge-segments.ts';
import { type MergedTerms, mergeTerms, packPart } from '../../src/search/merge-terms.ts';
import { buildSegment, splitIntoFiles } from '../../src/search/segment.ts';
import { packSpellings } from '../../src/search/spelling-index.ts';
import { openSqliteFile, writeSqliteIndex } from '../../src/search/sqlite-engine.ts';
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
let paths = 0;
for (const count of positionals.length > 0 ? positionals.map(Number) : [10_000]) {
  const { articles, questions } =
    folders.length > 0
      ? createRealArticles(folders, count)
      : { articles: createArticles(count).map((article) => () => article), questions: createQuestions(1_300) };
  if (chosen.engine !== 'sqlite') measureEngine(`FlexSearch ${count}`, writePlain);
  if (chosen.engine !== 'flexsearch')
    measureEngine(`SQLite ${count}`, (terms) => {
      const path = nextPath();
      writeSqliteIndex(path, terms);
      return openSqliteFile(path);
    });

  function measureEngine(name: string, write: (terms: MergedTerms) => IndexFile): void {
    const firstPath = paths + 1;
    let files: IndexFile[] = [];
    const buildS = cpuSeconds(() => {
      files = build(articles, write);
    });
    const written = Array.from({ length: paths + 1 - firstPath }, (_, at) => join(folder, `${firstPath + at}.index`));
    rows[name] = { ...buildS, ...measure(written, questions, () => openIndexFiles(files)) };
  }
}
console.table(rows);
rmSync(folder, { recursive: true });

/** Builds the files of an index as a build does: segments and terms wait in files. */
function build(articles: readonly (() => Searchable)[], write: (terms: MergedTerms) => IndexFile): IndexFile[] {
  const newReader = prepareReader([], 'en');
  const parts = createSpool(join(folder, 'terms'));
  const files = splitIntoFiles(articles.map((read, number) => ({ slug: String(number), read }))).map((groups) => {
    const spool = createSpool(join(folder, 'segments'));
    const sources = groups.map((group) => {
      const texts = group.map(({ read }) => read());
      return toSource(spool, spool.add(buildSegment(texts, newReader())));
    });
    const { articles, terms } = mergeSegments(sources);
    const file = writePlain({ blocks: articles, languages: terms.languages });
    const part = toSource(parts, parts.add(packPart(terms)));
    spool.close();
    return { file, part };
  });
  const terms = mergeTerms(files.map(({ part }) => part));
  const written = [write(terms), writePlain({ blocks: new Map(packSpellings(terms.words.lines)), languages: ['en'] })];
  parts.close();
  return [...files.map(({ file }) => file), ...written];
}

function toSource(spool: ReturnType<typeof createSpool>, place: Place): IndexSource {
  return (start, length) => spool.read(place, start, length);
}

function writePlain(index: Pick<MergedTerms, 'blocks' | 'languages'>): IndexFile {
  const path = nextPath();
  writeIndex(path, index);
  return { source: openFileReader(path).read };
}

function nextPath(): string {
  paths += 1;
  return join(folder, `${paths}.index`);
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

function measure(
  paths: readonly string[],
  questions: readonly string[],
  load: () => SearchEngine,
): Record<string, number> {
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
    'index MB': round(paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6, 1),
    'load CPU ms': round(loadMs, 0),
    'p50 CPU ms': round(quantile(times, 0.5), 3),
    'p99 CPU ms': round(quantile(times, 0.99), 3),
    'heap MB': round(after.heapMb - before.heapMb, 1),
    'buffers MB': round(after.buffersMb - before.buffersMb, 1),
    answers: ask(questions[0] ?? '').length,
  };
}
