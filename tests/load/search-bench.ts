/**
 * `npm run bench:search -- [--collection FOLDER ...] [--engine NAME ...] [--quality | --timing] [--json]`: Quire's
 * search beside other engines, quality first, then timing. A folder holds docs.jsonl, queries.jsonl and qrels.tsv; the
 * default is four collections beside the project and a generated encyclopaedia. `--json` prints one line for each
 * collection and engine, Quire's alone unless told; of Quire also what is shipped: quality behind the gate, the share
 * without an answer, and how often a sure, likely or weak first hit is right, which `--calibration FILE` draws (SVG).
 * `--sections [--size 8] [--random] [--library 20]` asks instead which section of an article is named, against plain
 * BM25 over the same sections: articles are so many documents of a collection, the most alike or any, in one library or
 * in small ones.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Collection, findMissing, readCollection } from './search/collection.ts';
import { createEncyclopaedia } from './search/encyclopaedia.ts';
import { type SearchContender, searchContenders } from './search/engines.ts';
import { glue, splitLibraries } from './search/glued.ts';
import { fastestMs, measureMemoryMb, quantile, round, timeMs } from './search/measure.ts';
import { boundDifference, compare, evaluateWindow, type Relevance } from './search/relevance.ts';
import { judgeSections } from './search/sections.ts';
import { askShipped, calibrate, drawCalibration, type Shipped } from './search/shipped.ts';

const beside = resolve(import.meta.dirname, '../../../shared/collections');
const { values: chosen } = parseArgs({
  options: {
    collection: { type: 'string', multiple: true },
    engine: { type: 'string', multiple: true },
    quality: { type: 'boolean', default: false },
    timing: { type: 'boolean', default: false },
    sections: { type: 'boolean', default: false },
    size: { type: 'string', default: '8' },
    random: { type: 'boolean', default: false },
    library: { type: 'string' },
    json: { type: 'boolean', default: false },
    calibration: { type: 'string', default: join(tmpdir(), 'quire-calibration.svg') },
  },
});
/** Answers of the slow engines take minutes: so many questions say how fast one is. */
const timedQuestions = 50;
/** nDCG@10 of Lucene 8.7 (BM25, k1 1.2, b .75, its English analyser), which is measured apart. */
const lucene: Readonly<Record<string, number>> = { cranfield: 0.509, cisi: 0.385, cacm: 0.494 };
const engines = chosen.engine ?? (chosen.json ? ['Quire'] : searchContenders.map(({ name }) => name));
const contenders = searchContenders.filter(({ name }) => engines.includes(name));
const asked = chosen.collection ?? ['cranfield', 'scifact-train', 'cisi', 'cacm'].map((name) => join(beside, name));
const folders = asked.filter((folder) => {
  const missing = findMissing(folder);
  if (missing.length > 0) console.error(`Not measured, because there is no ${missing.join(', no ')}.`);
  return missing.length === 0;
});
if (contenders.length === 0)
  console.error(`There is no engine of that name: ${searchContenders.map(({ name }) => name).join(', ')}.`);
if (folders.length === 0 || contenders.length === 0) process.exit(1);

const collections = folders.map((folder) => ({ name: basename(folder), ...readCollection(folder) }));
if (!chosen.collection) collections.push({ name: 'encyclopaedia', ...createEncyclopaedia() });
if (chosen.sections) showSections();
if (!chosen.timing && !chosen.sections) await showQuality();
if (!chosen.quality && !chosen.sections) await showTiming();

async function showQuality(): Promise<void> {
  const means = new Map<string, number[]>();
  const calibrated = new Map<string, Shipped[]>();
  for (const collection of collections) {
    const rows: Record<string, Record<string, number | undefined>> = {};
    let ours: readonly number[] | undefined;
    for (const contender of contenders) {
      const { judged, shipped } = await withIndex(contender, collection, async (find, path) => ({
        judged: await judgeAll(find, collection),
        shipped: contender.open && askShipped(contender.open(path), collection),
      }));
      const ndcg = judged.map(({ ndcg10 }) => ndcg10);
      const row = { ...summarise(judged), ...(shipped && summariseShipped(shipped)) };
      if (shipped && contender.name === 'Quire') calibrated.set(collection.name, shipped);
      means.set(contender.name, [...(means.get(contender.name) ?? []), row['nDCG@10']]);
      rows[contender.name] = { ...row, 'p of the difference': ours && round(compare(ours, ndcg), 4) };
      ours ??= ndcg;
      if (chosen.json) console.log(JSON.stringify({ collection: collection.name, engine: contender.name, ...row }));
    }
    if (chosen.json) continue;
    console.log(
      `\n${collection.name}: ${collection.documents.length} documents, ${collection.questions.length} questions`,
    );
    console.table(rows);
    sayPlace(collection.name, rows);
  }
  writeFileSync(chosen.calibration, drawCalibration(calibrated));
  if (!chosen.json) console.log(`\nHow often the first hit is right, by confidence: ${chosen.calibration}`);
  if (chosen.json || collections.length === 1) return;
  console.log(`\nMean nDCG@10 of ${collections.map(({ name }) => name).join(', ')}`);
  console.table(Object.fromEntries([...means].map(([name, values]) => [name, round(mean(values), 4)])));
}

function showSections(): void {
  const rows: Record<string, ReturnType<typeof compareChosen>>[] = [{}, {}];
  for (const collection of collections) {
    const glued = glue(collection, Number(chosen.size), chosen.random ? 'random' : 'related');
    const libraries = chosen.library ? splitLibraries(glued, Number(chosen.library)) : [glued];
    const judged = libraries.map(judgeSections);
    for (const [at, of] of (['pairs', 'first'] as const).entries()) {
      const [ours, bm25] = (['ours', 'bm25'] as const).map((by) => judged.flatMap((library) => library[of][by]));
      const row = compareChosen(ours ?? [], bm25 ?? []);
      Object.assign(rows[at] ?? {}, { [collection.name]: row });
      if (chosen.json) console.log(JSON.stringify({ collection: collection.name, of, ...row }));
    }
  }
  if (chosen.json) return;
  const of = ['pairs of a question and an article that answers it', 'first answers'];
  for (const [at, table] of rows.entries()) {
    console.log(`\nRight sections of ${of[at]}`);
    console.table(table);
  }
}

function compareChosen(ours: readonly number[], bm25: readonly number[]) {
  const [low, high] = boundDifference(ours, bm25);
  return {
    count: ours.length,
    Quire: round(mean(ours), 4),
    BM25: round(mean(bm25), 4),
    'difference, from': round(low, 4),
    to: round(high, 4),
    p: round(compare(ours, bm25), 4),
  };
}

/** Says of one collection whether Quire is above every other engine. */
function sayPlace(collection: string, rows: Readonly<Record<string, Record<string, number | undefined>>>): void {
  const [ours = 0, ...others] = Object.values(rows).map((row) => row['nDCG@10'] ?? 0);
  const names = [...Object.keys(rows).slice(1), 'Lucene'];
  const better = names.filter((_, at) => ([...others, lucene[collection] ?? 0][at] ?? 0) >= ours);
  const place = better.length === 0 ? 'above all others' : `not above ${better.join(', ')}`;
  const apart = lucene[collection] === undefined ? '' : `, Lucene's ${lucene[collection]} (measured apart) among them`;
  console.log(`${collection}: Quire ${ours} is ${place}${better.length === 0 ? apart : ''}.`);
}

async function judgeAll(find: Awaited<ReturnType<SearchContender['load']>>, { questions }: Collection) {
  const judged: Relevance[] = [];
  for (const question of questions) judged.push(evaluateWindow(await find(question.text, 100), question.judged));
  return judged;
}

function summarise(judged: readonly Relevance[]) {
  const bySection = judged.flatMap(({ section1, success1 }) =>
    section1 === undefined ? [] : [{ section1, success1 }],
  );
  const within = bySection.filter(({ success1 }) => success1 === 1);
  return {
    'nDCG@10': round(mean(judged.map(({ ndcg10 }) => ndcg10)), 4),
    'MRR@10': round(mean(judged.map(({ reciprocalRank10 }) => reciprocalRank10)), 4),
    'recall@100': round(mean(judged.map(({ recall100 }) => recall100)), 4),
    'success@1': round(mean(judged.map(({ success1 }) => success1)), 4),
    ...(bySection.length > 0 && {
      'section success': round(mean(bySection.map(({ section1 }) => section1)), 4),
      'section success in the right article': round(mean(within.map(({ section1 }) => section1)), 4),
    }),
  };
}

/**
 * The same behind the gate, as readers get it; and of sure, likely and weak answers how many have a right first hit.
 */
function summariseShipped(answers: readonly Shipped[]) {
  const { 'nDCG@10': ndcg, 'recall@100': recall } = summarise(answers);
  const unanswered = answers.filter(({ confidence }) => confidence === 'none').length;
  return {
    'shipped nDCG@10': ndcg,
    'shipped recall@100': recall,
    unanswered: round(unanswered / Math.max(1, answers.length), 4),
    ...Object.fromEntries(
      calibrate(answers).map(({ confidence, count, right }) => [
        `right when ${confidence} (${count})`,
        round(right, 3),
      ]),
    ),
  };
}

async function showTiming(): Promise<void> {
  for (const collection of collections) {
    const rows: Record<string, Record<string, number>> = {};
    for (const contender of contenders) rows[contender.name] = await time(contender, collection);
    if (chosen.json)
      for (const [engine, row] of Object.entries(rows))
        console.log(JSON.stringify({ collection: collection.name, engine, ...row }));
    else console.log(`\n${collection.name}, cost`);
    if (!chosen.json) console.table(rows);
  }
}

async function time(contender: SearchContender, collection: Collection): Promise<Record<string, number>> {
  const cpuBefore = process.cpuUsage();
  return withIndex(contender, collection, async (_, path) => {
    const { user, system } = process.cpuUsage(cpuBefore);
    const before = measureMemoryMb();
    let find = await contender.load(path);
    const loadMs = await timeMs(async () => {
      find = await contender.load(path);
    });
    const after = measureMemoryMb();
    const times: number[] = [];
    for (const { text } of collection.questions.slice(0, timedQuestions))
      times.push(await fastestMs(() => find(text, 10)));
    return {
      'build CPU ms': round((user + system) / 1000, 0),
      'index kB': round(statSync(path).size / 1000, 0),
      'load ms': round(loadMs, 0),
      'p50 ms': round(quantile(times, 0.5), 2),
      'p99 ms': round(quantile(times, 0.99), 2),
      'heap MB': round(after.heapMb - before.heapMb, 1),
      'buffers MB': round(after.buffersMb - before.buffersMb, 1),
    };
  });
}

async function withIndex<Result>(
  contender: SearchContender,
  { documents }: Collection,
  use: (find: Awaited<ReturnType<SearchContender['load']>>, path: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const path = join(folder, 'index');
  await contender.build(documents, path);
  const result = await use(await contender.load(path), path);
  rmSync(folder, { recursive: true });
  return result;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
